import { useState } from "react";
import type { ReportIndex, ReportSummary } from "../../src/report/index.ts";
import { Section } from "../parts/section.tsx";
import { PlainText } from "../parts/value.tsx";
import { placeAddress } from "../state/place.ts";
import { NamedValues } from "../walks/named-values.tsx";
import { RateRows } from "./rate-rows.tsx";

const fewWalks = 30;

/** What walks through scenarios came to, and the walks themselves. */
export function WalkSection({
  summary,
  index,
}: {
  readonly summary: ReportSummary;
  readonly index: ReportIndex;
}) {
  const { walks, runs } = summary;
  if (walks.length === 0) return null;
  const isCutShort = walks.some(({ models }) => models.some(({ cutShort }) => cutShort !== ""));
  return (
    <Section
      id="walks"
      title="Scenarios"
      about="Successful: completed, and no criterion is false. 95 % intervals take the walks through one scenario together. Turns are results like others, and in no rate of questions."
    >
      {walks.map(({ run, about, models, leftOut, unended }) => (
        <div className="walks-of-run" key={run}>
          <p>
            {runs.length > 1 && (
              <b>
                <PlainText text={runs[run]?.name ?? ""} />{" "}
              </b>
            )}
            <PlainText text={about} />
          </p>
          <RateRows
            title="Successful"
            rows={models.map(({ model, successful }) => ({ name: model, rate: successful }))}
          />
          <div className="wide">
            <table className="walk-numbers">
              <thead>
                <tr>
                  <th scope="col">Model</th>
                  <th scope="col">Completed</th>
                  <th scope="col">Turns to success</th>
                  {isCutShort && <th scope="col">Not completed</th>}
                </tr>
              </thead>
              <tbody>
                {models.map(({ model, completed, turnsToSuccess, cutShort }) => (
                  <tr key={model}>
                    <th scope="row">
                      <PlainText text={model} />
                    </th>
                    <td>{completed}</td>
                    <td>{turnsToSuccess}</td>
                    {isCutShort && <td>{cutShort}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {models.map(
            ({ model, scenarios }) =>
              scenarios.length > 0 && (
                <div key={model}>
                  {models.length > 1 && (
                    <div className="criteria-of">
                      <PlainText text={model} />
                    </div>
                  )}
                  {scenarios.map(({ scenario, outcomes }) => (
                    <div className="criteria-scenario" key={scenario}>
                      <h3>
                        <PlainText text={scenario} />
                      </h3>
                      <NamedValues
                        values={outcomes.map(({ outcome, text }) => ({ name: outcome, value: text }))}
                      />
                    </div>
                  ))}
                </div>
              ),
          )}
          {leftOut > 0 && (
            <p className="soft">
              {leftOut} of the walks are in no rate: judge, infrastructure, the scenario or the end of the run
              broke them off.
            </p>
          )}
          {unended > 0 && <p className="soft">{unended} turns are of walks that have not ended.</p>}
        </div>
      ))}
      <WalkList index={index} />
    </Section>
  );
}

const statusWords = {
  completed: "completed",
  limit_reached: "at the most turns",
  error: "error",
  timeout: "cut by the end of the run",
} as const;

/** A line for each walk, those that failed first. */
function WalkList({ index }: { readonly index: ReportIndex }) {
  const [all, setAll] = useState(false);
  const walks = index.walks.toSorted((left, right) => Number(left.successful) - Number(right.successful));
  const shown = all ? walks : walks.slice(0, fewWalks);
  return (
    <>
      <ul className="walk-list">
        {shown.map(({ id, scenario, answering, replicate, status, successful, path, reasons }) => (
          <li key={id}>
            <a href={placeAddress({ walk: id })}>
              <span className={`walk-mark ${successful ? "good" : "bad"}`}>{successful ? "✓" : "✗"}</span>{" "}
              <b>
                <PlainText text={scenario} />
              </b>{" "}
              <span className="soft">
                {answering !== null && <PlainText text={answering} />}
                {replicate !== null && `, r${replicate}`}, {statusWords[status]}
              </span>
              <span className="walk-path">
                <PlainText text={path.join(" → ")} />
              </span>
              {reasons.map((reason) => (
                <span className="walk-reasons" key={reason}>
                  <PlainText text={reason} />
                </span>
              ))}
            </a>
          </li>
        ))}
      </ul>
      {walks.length > shown.length && (
        <button type="button" className="more" onClick={() => setAll(true)}>
          Show all {walks.length} walks
        </button>
      )}
    </>
  );
}
