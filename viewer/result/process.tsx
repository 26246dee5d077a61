import { formatCost, formatCount } from "../../src/base/number-text.ts";
import type { ResultDetail } from "../../src/report/index.ts";
import { durationText } from "../parts/duration-text.ts";
import { PlainText } from "../parts/value.tsx";
import { Part } from "./part.tsx";
import { StageLines } from "./stage-lines.tsx";

/** How the verdict came about: checks, rulings, stages, what they spent, and what somebody should know. */
export function Process({ view }: { readonly view: ResultDetail }) {
  return (
    <>
      <Checks view={view} />
      <Rulings view={view} />
      <Notes view={view} />
      {view.stages.length > 0 && (
        <Part title="Stages">
          <StageLines stages={view.stages} />
        </Part>
      )}
      <Usage view={view} />
    </>
  );
}

function Checks({ view: { checks } }: { readonly view: ResultDetail }) {
  if (checks.length === 0) return null;
  return (
    <Part title="Checks">
      <ul className="plain-list">
        {checks.map(({ name, found, decided, reasoning }) => (
          <li key={name}>
            <PlainText text={name} />: <PlainText text={found} />
            {decided && <b>, which set the verdict</b>}
            {reasoning && (
              <span className="soft">
                {" "}
                <PlainText text={reasoning} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

const kinds = { verification: "verification", auto_fail: "automatic fail", override: "override" } as const;

function Rulings({ view: { rulings } }: { readonly view: ResultDetail }) {
  if (rulings.length === 0) return null;
  return (
    <Part title="Rulings">
      <ol className="rulings">
        {rulings.map(({ stage, kind, verifyResult, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            <b>{verifyResult === null ? "no answer" : verifyResult ? "pass" : "fail"}</b> by {stage}{" "}
            <span className="soft">({kinds[kind]})</span>
            {reason !== "" && (
              <>
                : <PlainText text={reason} />
              </>
            )}
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Notes({ view: { caveats, warnings } }: { readonly view: ResultDetail }) {
  if (caveats.length === 0 && warnings.length === 0) return null;
  return (
    <Part title="Notes">
      <ul className="plain-list">
        {caveats.length > 0 && (
          <li>Caveats: {caveats.map((caveat) => caveat.replaceAll("_", " ")).join(", ")}</li>
        )}
        {warnings.map((warning) => (
          <li key={warning}>
            <PlainText text={warning} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Usage({ view: { usage, usageUnavailable, seconds, timestamp } }: { readonly view: ResultDetail }) {
  return (
    <Part title="Usage">
      {usage.length > 0 && (
        <div className="scroll-x">
          <table className="usage">
            <thead>
              <tr>
                <th scope="col">for</th>
                <th scope="col">tokens in</th>
                <th scope="col">out</th>
                <th scope="col">cost</th>
                <th scope="col">model</th>
              </tr>
            </thead>
            <tbody>
              {usage.map(({ step, input, output, costUsd, model }) => (
                <tr key={step}>
                  <th scope="row">{step.replaceAll("_", " ")}</th>
                  <td>{formatCount(input)}</td>
                  <td>{formatCount(output)}</td>
                  <td>{costUsd === null ? "" : formatCost(costUsd)}</td>
                  <td className="text">
                    <PlainText text={model ?? ""} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="note">
        {usageUnavailable && "The provider sent no token counts: zeros are unknown. "}
        Took {durationText(seconds * 1000)}, ended {timestamp}.
      </p>
    </Part>
  );
}
