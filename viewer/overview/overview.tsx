import { use } from "react";
import type { ReportSource } from "../source/report-source.ts";
import { BreakdownSection } from "./breakdown-section.tsx";
import { ComparisonSection } from "./comparison-section.tsx";
import { CostSection } from "./cost-section.tsx";
import { FailureSection } from "./failure-section.tsx";
import { Headline } from "./headline.tsx";
import { JudgesSection } from "./judges-section.tsx";
import { OutcomeTable } from "./outcome-table.tsx";
import { QuestionGrid } from "./question-grid.tsx";
import { RatePlot } from "./rate-plot.tsx";
import { hasRubricsOnly, isAllUnscored } from "./rubrics-only.ts";
import { StageSection } from "./stage-section.tsx";
import { TraitSection } from "./trait-section.tsx";
import { WalkSection } from "./walk-section.tsx";

/** The whole run on one page: numbers first, then what they are made of. */
export function Overview({ source }: { readonly source: ReportSource }) {
  const { summary } = source;
  const index = use(source.index());
  const isRubricsOnly = hasRubricsOnly(summary.subjects);
  const traits = <TraitSection subjects={summary.subjects} />;
  return (
    <div className="overview">
      <Headline summary={summary} index={index} />
      <WalkSection summary={summary} index={index} />
      <RatePlot summary={summary} />
      {isRubricsOnly && traits}
      <ComparisonSection comparison={summary.comparison} />
      <JudgesSection judges={summary.judges} />
      <OutcomeTable summary={summary} />
      {!isAllUnscored(summary.subjects) && <QuestionGrid summary={summary} index={index} />}
      <FailureSection summary={summary} />
      <BreakdownSection subjects={summary.subjects} />
      {!isRubricsOnly && traits}
      <CostSection summary={summary} />
      <StageSection subjects={summary.subjects} />
      <footer className="foot">
        Written by karenina {summary.version} on {summary.generatedAt.slice(0, 10)}. Everything here is in
        this file{summary.detailsFolder === null ? "" : ` and the folder ${summary.detailsFolder}`}; nothing
        is fetched.
      </footer>
    </div>
  );
}
