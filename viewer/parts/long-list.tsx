import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";
import { usePrinting } from "../state/use-printing.ts";
import { countText } from "./rate-text.ts";

/** Rows on paper; more are on the page alone. */
const mostPrinted = 500;

interface LongListProps {
  readonly className: string;
  readonly label?: string;
  readonly count: number;
  /** In pixels. */
  readonly rowHeight: number;
  /** The row that is to be in sight; -1: any. */
  readonly inSight?: number;
  readonly row: (at: number) => ReactNode;
}

/** Rows of one height, of which only those in sight are drawn; on paper as many as are worth it. */
export function LongList({ className, label, count, rowHeight, inSight = -1, row }: LongListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again because rows have another height
  useEffect(() => virtual.measure(), [rowHeight, virtual]);
  useEffect(() => {
    if (inSight !== -1) virtual.scrollToIndex(inSight, { align: "auto" });
  }, [inSight, virtual]);
  if (isPrinting)
    return (
      <div className={className} ref={frame}>
        <ul aria-label={label}>
          {Array.from({ length: Math.min(count, mostPrinted) }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
            <li key={at}>{row(at)}</li>
          ))}
        </ul>
        {count > mostPrinted && <p className="note">and {countText(count - mostPrinted)} more on the page</p>}
      </div>
    );
  return (
    <div className={className} ref={frame}>
      <ul style={{ height: virtual.getTotalSize(), position: "relative" }} aria-label={label}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            className="placed"
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}
