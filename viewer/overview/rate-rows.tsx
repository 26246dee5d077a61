import type { SubjectView } from "../../src/report/index.ts";
import { countText, intervalText, rateText } from "../parts/rate-text.ts";
import { PlainText } from "../parts/value.tsx";
import { Whisker } from "./whisker.tsx";

type Rate = Pick<SubjectView["numbers"]["passRate"], "passed" | "of" | "rate" | "interval">;

/** Rates with their intervals, a line each, over an axis from 0 to 100 %. */
export function RateRows({
  title,
  rows,
}: {
  /** What the rate is. */
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly rate: Rate }[];
}) {
  return (
    <>
      <table className="rates">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Chart</th>
            <th scope="col">{title}</th>
            <th scope="col">Interval</th>
            <th scope="col">{title} of</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, rate }) => (
            <tr key={name}>
              <th scope="row">
                <PlainText text={name} />
              </th>
              <td className="plot">
                <Whisker share={rate.rate} interval={rate.interval} />
              </td>
              <td className="rate">{rateText(rate)}</td>
              <td className="interval">{intervalText(rate)}</td>
              <td className="of">
                {countText(rate.passed)} of {countText(rate.of)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="rate-axis" aria-hidden="true">
        <div>
          {[0, 25, 50, 75, 100].map((tick) => (
            <span key={tick} style={{ left: `${tick}%` }}>
              {tick}
              {tick === 100 ? " %" : ""}
            </span>
          ))}
        </div>
      </div>
    </>
  );
}
