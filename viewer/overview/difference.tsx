/** A difference as a dot on a line on which nothing stands in the middle, with its interval as a whisker. The numbers stand beside it. */
export function Difference({
  value,
  interval,
  most,
}: {
  readonly value: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** What both ends of the line stand for. */
  readonly most: number;
}) {
  const x = (difference: number) => `${50 + (difference / most) * 48}%`;
  return (
    <svg className="whisker of-difference" aria-hidden="true">
      <line className="zero-line" x1="50%" x2="50%" y1="0" y2="100%" />
      {interval !== null && (
        <>
          <line className="range" x1={x(interval.low)} x2={x(interval.high)} y1="50%" y2="50%" />
          {[interval.low, interval.high].map((end) => (
            <line key={end} className="cap" x1={x(end)} x2={x(end)} y1="32%" y2="68%" />
          ))}
        </>
      )}
      {value !== null && <circle cx={x(value)} cy="50%" r="5.5" />}
    </svg>
  );
}
