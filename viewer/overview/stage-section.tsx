import { formatCost, formatCount } from "../../src/base/number-text.ts";
import type { SubjectView } from "../../src/report/index.ts";
import { durationText } from "../parts/duration-text.ts";
import { countedText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { PlainText } from "../parts/value.tsx";

type Stage = SubjectView["stages"][number];

/** How long each stage took, and what it spent. */
export function StageSection({ subjects }: { readonly subjects: readonly SubjectView[] }) {
  const names = [
    ...new Set(subjects.flatMap(({ stages }) => stages.filter(tookTime).map(({ stage }) => stage))),
  ];
  if (names.length === 0) return null;
  const longest = Math.max(...subjects.flatMap(({ stages }) => stages.map(each)), 1e-9);
  return (
    <Section
      id="stages"
      title="Time per stage"
      about="Mean wall time of those that ran, and what they spent in all. An answer that several judges share is spent once."
    >
      <table className="stages">
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">
                <PlainText text={name} />
              </th>
              <td>
                {subjects.map(({ name: model, stages }) => {
                  const stage = stages.find((one) => one.stage === name);
                  return (
                    stage && (
                      <div className="stage-line" key={model}>
                        {subjects.length > 1 && (
                          <span className="stage-model">
                            <PlainText text={model} />
                          </span>
                        )}
                        <span className="stage-bar">
                          <span className="bar" style={{ width: `${(each(stage) / longest) * 100}%` }} />
                        </span>
                        <span className="stage-number">
                          <b>{durationText(each(stage))}</b> <span className="soft">{spentText(stage)}</span>
                        </span>
                      </div>
                    )
                  );
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** Mean time of those that were not skipped, in milliseconds. */
const each = ({ durationMs, ran, failed }: Stage) => durationMs / Math.max(1, ran + failed);

/** Stages without calls that took a moment are not worth a line. */
const tookTime = (stage: Stage) => each(stage) >= 5 || stage.modelCalls > 0;

function spentText({ modelCalls, inputTokens, outputTokens, costUsd, failed }: Stage): string {
  const tokens = inputTokens + outputTokens;
  return [
    ...(modelCalls > 0 ? [countedText(modelCalls, "call")] : []),
    ...(tokens > 0 ? [`${formatCount(tokens)} tokens`] : []),
    ...(costUsd === null ? [] : [formatCost(costUsd)]),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(" · ");
}
