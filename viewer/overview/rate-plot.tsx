import type { ReportSummary } from "../../src/report/index.ts";
import { Section } from "../parts/section.tsx";
import { RateRows } from "./rate-rows.tsx";
import { ReplicateNotes } from "./replicate-notes.tsx";

const texts = {
  questions: {
    id: "rates",
    title: "Pass rate",
    together: "replicates of a question count as one",
  },
  turns: {
    id: "turn-rates",
    title: "Turns that passed",
    together: "turns of a scenario are taken together",
  },
} as const;

/** Pass rates with their intervals, one line per model. Left out where nothing was verified. */
export function RatePlot({
  summary: { subjects: all, leftOut },
  of,
}: {
  readonly summary: Pick<ReportSummary, "subjects" | "leftOut">;
  readonly of: "questions" | "turns";
}) {
  const subjects = all.filter(({ isOfTurns }) => isOfTurns === (of === "turns"));
  if (subjects.every(({ numbers }) => numbers.passRate.of === 0)) return null;
  const { id, title, together } = texts[of];
  return (
    <Section
      id={id}
      title={title}
      about={`Passes of pass, wrong and no answer. Failures of judge or infrastructure, broken templates and unscored results are never in it. Whiskers are 95 % intervals, in which ${together}.`}
    >
      <RateRows
        title="Passed"
        rows={subjects.map(({ name, numbers }) => ({ name, rate: numbers.passRate }))}
      />
      {of === "questions" && <ReplicateNotes subjects={subjects} leftOut={leftOut} />}
    </Section>
  );
}
