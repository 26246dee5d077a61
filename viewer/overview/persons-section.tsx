import type { ReportSummary } from "../../src/report/index.ts";
import { countText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { PlainText } from "../parts/value.tsx";

type Persons = ReportSummary["persons"][number];

/** What persons would find, beside what judges say. Left out without labels. */
export function PersonsSection({ persons }: { readonly persons: readonly Persons[] }) {
  if (persons.length === 0) return null;
  const isOfRuns = new Set(persons.map(({ run }) => run)).size > 1;
  return (
    <Section
      id="persons"
      title="Labels of persons"
      about="What judges say of all answers, and what persons would find, by the labels that they gave to some (prediction-powered inference), with 95 % intervals. A judge that agrees with persons on little is to be read with care."
    >
      {persons.map(({ run, judge, raters, rows }) => (
        <table className="judges" key={JSON.stringify([run, judge])}>
          <caption>
            <PlainText text={judge} />
            <span className="soft">
              {isOfRuns && (
                <>
                  {" "}
                  in <PlainText text={run} />
                </>
              )}
              , labels by <PlainText text={raters.map((name) => name || "somebody").join(", ")} />
            </span>
          </caption>
          <thead>
            <tr>
              <th scope="col">judged</th>
              <th scope="col">labelled</th>
              <th scope="col">judge</th>
              <th scope="col">persons would find</th>
              <th scope="col">agree</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ judged, kind, labelled, answers, raw, corrected, agreement }) => (
              <tr key={`${kind} ${judged}`}>
                <th scope="row">
                  <PlainText text={judged} /> {kind !== "" && <span className="soft">{kind}</span>}
                </th>
                <td data-label="labelled">
                  {countText(labelled)} of {countText(answers)}
                </td>
                <td data-label="judge">{raw}</td>
                <td data-label="persons">
                  <b>{corrected}</b>
                </td>
                <td data-label="agree">{agreement}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </Section>
  );
}
