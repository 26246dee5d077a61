import { formatCount, formatTotalCost } from "../../src/base/number-text.ts";
import type { ReportSummary, SubjectView } from "../../src/report/index.ts";
import type { Outcome } from "../../src/result/index.ts";
import { durationText } from "../parts/duration-text.ts";
import { OutcomeMark } from "../parts/outcome-mark.tsx";
import { outcomeList, outcomeLook } from "../parts/outcomes.ts";
import { countText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { PlainText, visibleText } from "../parts/value.tsx";
import { noFilters, placeAddress } from "../state/place.ts";
import { AgentNotes } from "./agent-notes.tsx";
import { hasRubricsOnly } from "./rubrics-only.ts";

const texts = {
  questions: { id: "outcomes", title: "Outcomes", results: "results" },
  turns: { id: "turn-outcomes", title: "Outcomes of turns", results: "turns" },
} as const;

/** What became of every result, or turn of a walk: each outcome apart, with cost and time. Left out without any. */
export function OutcomeTable({
  summary: { subjects: all, sharedAnswers },
  of,
}: {
  readonly summary: ReportSummary;
  readonly of: "questions" | "turns";
}) {
  const subjects = all.filter(({ isOfTurns }) => isOfTurns === (of === "turns"));
  if (subjects.length === 0) return null;
  const { id, title, results } = texts[of];
  const isUnverified = hasRubricsOnly(subjects);
  const shown = outcomeList.filter(
    (outcome) =>
      (isAlwaysShown(outcome) && !(isUnverified && outcomeLook(outcome).counts)) ||
      subjects.some(({ numbers }) => numbers.outcomes[outcome] > 0),
  );
  const hasCost = subjects.some(({ numbers }) => numbers.costUsd !== null);
  const hasTokens = subjects.some(({ numbers }) => numbers.spent.input + numbers.spent.output > 0);
  return (
    <Section
      id={id}
      title={title}
      about={
        isUnverified
          ? "What could be judged and what failed. Each number opens its results."
          : "Filled signs are in the pass rate. Hollow ones say nothing about the model and are counted apart. Each number opens its results."
      }
    >
      <table className="outcomes">
        <thead>
          <tr>
            <th scope="col">Model</th>
            {shown.map((outcome) => (
              <th scope="col" key={outcome} title={outcomeLook(outcome).meaning}>
                <OutcomeMark outcome={outcome} />
                {outcomeLook(outcome).words}
              </th>
            ))}
            <th scope="col">{results}</th>
            {hasTokens && <th scope="col">tokens</th>}
            {hasCost && <th scope="col">cost</th>}
            <th scope="col">time each</th>
          </tr>
        </thead>
        <tbody>
          {subjects.map(({ name, numbers }) => (
            <tr key={name}>
              <th scope="row">
                <PlainText text={name} />
              </th>
              {shown.map((outcome) => (
                <Cell key={outcome} label={outcomeLook(outcome).words}>
                  <OutcomeCount model={name} outcome={outcome} count={numbers.outcomes[outcome]} />
                </Cell>
              ))}
              <Cell label={results}>{countText(numbers.results)}</Cell>
              {hasTokens && (
                <Cell label="tokens">{formatCount(numbers.spent.input + numbers.spent.output)}</Cell>
              )}
              {hasCost && (
                <Cell label="cost">
                  {numbers.costUsd === null
                    ? "–"
                    : formatTotalCost(numbers.costUsd, numbers.costKnown < numbers.results, { rich: true })}
                </Cell>
              )}
              <Cell label="time each">
                {numbers.executionTime.mean === null ? "–" : durationText(numbers.executionTime.mean * 1000)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
      <AgentNotes subjects={subjects} />
      <Notes subjects={subjects} sharedAnswers={sharedAnswers} />
    </Section>
  );
}

/** The four kinds of non-success are always shown, also where there are none. */
const isAlwaysShown = (outcome: Outcome) => outcome !== "auto_failed" && outcome !== "unscored";

function Cell({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return <td data-label={label}>{children}</td>;
}

function OutcomeCount({
  model,
  outcome,
  count,
}: {
  readonly model: string;
  readonly outcome: Outcome;
  readonly count: number;
}) {
  if (count === 0) return <span className="zero">0</span>;
  const address = placeAddress({ filters: { ...noFilters, model, outcomes: [outcome] } });
  return (
    <a href={address} aria-label={`${count} ${outcomeLook(outcome).words}, ${visibleText(model)}`}>
      {countText(count)}
    </a>
  );
}

function Notes({ subjects, sharedAnswers }: Pick<ReportSummary, "subjects" | "sharedAnswers">) {
  const sum = (read: (numbers: SubjectView["numbers"]) => number) =>
    subjects.reduce((total, { numbers }) => total + read(numbers), 0);
  const unverified = sum(({ nothingToVerify }) => nothingToVerify);
  const unknown = sum(({ usageUnavailable }) => usageUnavailable);
  const notes = [
    ...(hasRubricsOnly(subjects)
      ? ["Rubrics alone were judged, so there is no pass rate: what was found stands under Traits."]
      : unverified > 0
        ? [
            `${countText(unverified)} of ${countText(sum(({ results }) => results))} results had nothing to verify and are not in the pass rate.`,
          ]
        : []),
    ...sharedAnswers,
    ...(unknown > 0
      ? [`Tokens are incomplete: ${countText(unknown)} results came without token counts.`]
      : []),
  ];
  return notes.map((note) => (
    <p className="note" key={note}>
      {visibleText(note)}
    </p>
  ));
}
