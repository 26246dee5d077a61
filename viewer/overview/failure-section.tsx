import type { ReportSummary } from "../../src/report/index.ts";
import type { Outcome } from "../../src/result/index.ts";
import { NamedMark } from "../parts/outcome-mark.tsx";
import { outcomeLook } from "../parts/outcomes.ts";
import { noFilters, placeAddress } from "../state/place.ts";
import { type FailureGroup, FailureGroups } from "./failure-groups.tsx";

type Category = ReportSummary["failures"][number];

/** Why results, or turns of walks, are no pass. */
export function FailureSection({
  summary,
  of,
}: {
  readonly summary: ReportSummary;
  readonly of: "questions" | "turns";
}) {
  return of === "turns" ? (
    <FailureGroups
      id="turn-failures"
      title="Turns not passed, and why"
      groups={summary.turnFailures.map(groupOf)}
    />
  ) : (
    <FailureGroups id="failures" title="Not passed, and why" groups={summary.failures.map(groupOf)} />
  );
}

function groupOf({ category, count, reasons }: Category): FailureGroup {
  const outcomes: readonly Outcome[] = [...new Set(reasons.map(({ outcome }) => outcome))];
  return {
    name: category.replaceAll("_", " "),
    marks: outcomes.map((outcome) => <NamedMark key={outcome} outcome={outcome} />),
    count,
    address: placeAddress({ filters: { ...noFilters, outcomes } }),
    reasons: reasons.map(({ stage, outcome, questionId, questionText, ...reason }) => ({
      ...reason,
      key: `${stage} ${outcome} ${reason.reason}`,
      ...(outcomes.length > 1 && { also: outcomeLook(outcome).words }),
      example: questionText,
      address: placeAddress({ filters: { ...noFilters, question: questionId } }),
    })),
  };
}

/** Why walks did not come to their end. */
export function CutShortSection({ summary }: { readonly summary: ReportSummary }) {
  return (
    <FailureGroups
      id="cut-short"
      title="Walks cut short, and why"
      groups={summary.cutShort.map(({ words, count, reasons }) => ({
        name: words,
        count,
        reasons: reasons.map(({ category, stage, scenario, node, walk, ...reason }) => ({
          ...reason,
          key: `${category} ${stage} ${reason.reason}`,
          ...(stage !== null && { also: stage }),
          example: node === null ? scenario : `${scenario}, at ${node}`,
          address: placeAddress({ walk }),
        })),
      }))}
    />
  );
}
