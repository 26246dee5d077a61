/** A share in 0..1 as a dot on a line, with its interval as a whisker. The numbers stand beside it. */
export function Whisker({
  share,
  interval,
  tone = "of-rate",
}: {
  readonly share: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly tone?: string;
}) {
  return (
    <svg className={`whisker ${tone}`} aria-hidden="true">
      {[0, 25, 50, 75, 100].map((tick) => (
        <line key={tick} className="grid" x1={`${tick}%`} x2={`${tick}%`} y1="0" y2="100%" />
      ))}
      {interval !== null && (
        <>
          <line
            className="range"
            x1={`${interval.low * 100}%`}
            x2={`${interval.high * 100}%`}
            y1="50%"
            y2="50%"
          />
          {[interval.low, interval.high].map((end) => (
            <line key={end} className="cap" x1={`${end * 100}%`} x2={`${end * 100}%`} y1="32%" y2="68%" />
          ))}
        </>
      )}
      {share !== null && <circle cx={`${share * 100}%`} cy="50%" r="5.5" />}
    </svg>
  );
}
