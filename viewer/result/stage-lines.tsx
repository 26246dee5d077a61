import { formatCost, formatCount } from "../../src/base/number-text.ts";
import type { ResultDetail } from "../../src/report/index.ts";
import { durationText } from "../parts/duration-text.ts";
import { PlainText } from "../parts/value.tsx";

/** What was done, a line each: how long it took, what it spent, and why it was skipped or failed. */
export function StageLines({ stages }: Pick<ResultDetail, "stages">) {
  const longest = Math.max(...stages.map(({ durationMs }) => durationMs), 1);
  return (
    <table className="stages one">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Stage</th>
          <th scope="col">Time and spending</th>
        </tr>
      </thead>
      <tbody>
        {stages.map((stage, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <tr key={at} className={stage.status}>
            <th scope="row">
              <PlainText text={stage.name} />
            </th>
            <td>
              <div className="stage-line">
                <span className="stage-bar">
                  {stage.status !== "skipped" && (
                    <span className="bar" style={{ width: `${(stage.durationMs / longest) * 100}%` }} />
                  )}
                </span>
                <span className="stage-number">
                  {stage.status === "skipped" ? "skipped: " : <b>{durationText(stage.durationMs)}</b>}
                  {stage.status === "failed" && <span className="bad"> failed</span>}{" "}
                  <span className="soft">
                    <PlainText text={stageText(stage)} />
                  </span>
                </span>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function stageText({
  modelCalls,
  inputTokens,
  outputTokens,
  costUsd,
  retries,
  reason,
}: ResultDetail["stages"][number]): string {
  const tokens = inputTokens + outputTokens;
  const repeated = Object.entries(retries).filter(([, count]) => count > 0);
  return [
    ...(modelCalls > 0 ? [`${modelCalls} ${modelCalls === 1 ? "call" : "calls"}`] : []),
    ...(tokens > 0 ? [`${formatCount(tokens)} tokens`] : []),
    ...(costUsd === null ? [] : [formatCost(costUsd)]),
    ...repeated.map(([category, count]) => `repeated ${count} × for ${category.replaceAll("_", " ")}`),
    ...(reason === null ? [] : [reason]),
  ].join(" · ");
}
