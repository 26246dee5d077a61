import type { ReportSummary } from "../../src/report/index.ts";
import type { Outcome } from "../../src/result/index.ts";
import { NamedMark } from "../parts/outcome-mark.tsx";
import { outcomeLook } from "../parts/outcomes.ts";
import { countText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { PlainText, visibleText } from "../parts/value.tsx";
import { noFilters, placeAddress } from "../state/place.ts";

type Category = ReportSummary["failures"][number];

/** So many different reasons of a category are shown; the list of results has all. */
const mostReasons = 6;

/** Why results, or turns of walks, are no pass: categories with how often, and each reason once. */
export function FailureSection({
  summary,
  of,
}: {
  readonly summary: ReportSummary;
  readonly of: "questions" | "turns";
}) {
  const failures = of === "turns" ? summary.turnFailures : summary.failures;
  const most = Math.max(...failures.map(({ count }) => count));
  if (failures.length === 0) return null;
  return (
    <Section
      id={of === "turns" ? "turn-failures" : "failures"}
      title={of === "turns" ? "Turns not passed, and why" : "Not passed, and why"}
      about="By category, most frequent first; each reason once, with how often."
    >
      {failures.map((category) => (
        <div className="failure" key={category.category}>
          <h3>
            {outcomesOf(category).map((outcome) => (
              <NamedMark key={outcome} outcome={outcome} />
            ))}
            {category.category.replaceAll("_", " ")}
          </h3>
          <div className="failure-count">
            <span className="bar" style={{ width: `${(category.count / most) * 100}%` }} />
            <a href={placeAddress({ filters: { ...noFilters, outcomes: outcomesOf(category) } })}>
              {countText(category.count)}
            </a>
          </div>
          <Reasons category={category} />
        </div>
      ))}
    </Section>
  );
}

const outcomesOf = ({ reasons }: Category): readonly Outcome[] => [
  ...new Set(reasons.map(({ outcome }) => outcome)),
];

/** Of an example the beginning says which one it is. */
const longestExample = 160;

const beginningOf = (text: string): string =>
  text.length <= longestExample ? text : `${text.slice(0, longestExample).toWellFormed().trimEnd()}…`;

function Reasons({ category: { count, reasons } }: { readonly category: Category }) {
  const shown = reasons.slice(0, mostReasons);
  const areSeveral = new Set(reasons.map(({ outcome }) => outcome)).size > 1;
  const rest = count - shown.reduce((sum, reason) => sum + reason.count, 0);
  return (
    <ul className="reasons">
      {shown.map(({ reason, stage, outcome, count: often, models, questionId, questionText }) => (
        <li key={`${stage} ${outcome} ${reason}`}>
          {often > 1 && <b>{countText(often)} × </b>}
          <PlainText text={reason} />{" "}
          <span className="soft">
            {models.length > 1 &&
              `${models.map(({ model, count: times }) => `${visibleText(model)} ${times}`).join(", ")} · `}
            {areSeveral && `${outcomeLook(outcome).words} · `}
            {often > 1 && "first "}
            <a
              href={placeAddress({ filters: { ...noFilters, question: questionId } })}
              title={visibleText(questionText)}
            >
              <PlainText text={beginningOf(questionText)} />
            </a>
          </span>
        </li>
      ))}
      {rest > 0 && <li className="soft">and {countText(rest)} for other reasons</li>}
    </ul>
  );
}
