import type { ReportSummary } from "../../src/report/index.ts";
import { countText, intervalText, rateText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { PlainText } from "../parts/value.tsx";
import { ReplicateNotes } from "./replicate-notes.tsx";
import { Whisker } from "./whisker.tsx";

/** Pass rates with their intervals, one line per model. Left out where nothing was verified. */
export function RatePlot({
  summary: { subjects, leftOut },
}: {
  readonly summary: Pick<ReportSummary, "subjects" | "leftOut">;
}) {
  if (subjects.every(({ numbers }) => numbers.passRate.of === 0)) return null;
  return (
    <Section
      id="rates"
      title="Pass rate"
      about="Passes of pass, wrong and no answer. Failures of judge or infrastructure, broken templates and unscored results are never in it. Whiskers are 95 % intervals, in which replicates of a question count as one."
    >
      <table className="rates">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Chart</th>
            <th scope="col">Pass rate</th>
            <th scope="col">Interval</th>
            <th scope="col">Passed of</th>
          </tr>
        </thead>
        <tbody>
          {subjects.map(({ name, numbers: { passRate } }) => (
            <tr key={name}>
              <th scope="row">
                <PlainText text={name} />
              </th>
              <td className="plot">
                <Whisker share={passRate.rate} interval={passRate.interval} />
              </td>
              <td className="rate">{rateText(passRate)}</td>
              <td className="interval">{intervalText(passRate)}</td>
              <td className="of">
                {countText(passRate.passed)} of {countText(passRate.of)}
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
      <ReplicateNotes subjects={subjects} leftOut={leftOut} />
    </Section>
  );
}
