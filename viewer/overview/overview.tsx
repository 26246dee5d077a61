import { use, useState } from "react";
import { Trouble } from "../parts/trouble.tsx";
import type { ReportSource } from "../source/report-source.ts";
import { BreakdownSection } from "./breakdown-section.tsx";
import { ComparisonSection } from "./comparison-section.tsx";
import { CostSection } from "./cost-section.tsx";
import { CutShortSection, FailureSection } from "./failure-section.tsx";
import { Headline } from "./headline.tsx";
import { JudgesSection } from "./judges-section.tsx";
import { OutcomeTable } from "./outcome-table.tsx";
import { PersonsSection } from "./persons-section.tsx";
import { QuestionGrid } from "./question-grid.tsx";
import { RatePlot } from "./rate-plot.tsx";
import { hasRubricsOnly, isAllUnscored } from "./rubrics-only.ts";
import { countSubjects, type Showing, shownSubjects } from "./shown-subjects.ts";
import { StageSection } from "./stage-section.tsx";
import { SubjectChoice } from "./subject-choice.tsx";
import { TraitSection } from "./trait-section.tsx";
import { WalkSection } from "./walk-section.tsx";

/** The whole run on one page: numbers first, then what they are made of. */
export function Overview({ source }: { readonly source: ReportSource }) {
  const { summary } = source;
  const index = use(source.index());
  const [showing, setShowing] = useState<Showing>("best");
  const subjects = shownSubjects(summary.subjects, showing);
  const shown = { ...summary, subjects };
  const isRubricsOnly = hasRubricsOnly(summary.subjects);
  const traits = (
    <Trouble what="Traits">
      <TraitSection subjects={subjects} />
    </Trouble>
  );
  return (
    <div className="overview">
      <Trouble what="The headline">
        <Headline summary={summary} index={index} />
      </Trouble>
      <Trouble what="Walks">
        <WalkSection summary={summary} index={index} />
        <CutShortSection summary={summary} />
      </Trouble>
      <Trouble what="Pass rates">
        <SubjectChoice count={countSubjects(summary.subjects)} showing={showing} onShow={setShowing} />
        <RatePlot summary={shown} of="questions" />
      </Trouble>
      {isRubricsOnly && traits}
      <Trouble what="The comparison">
        <ComparisonSection comparison={summary.comparison} />
      </Trouble>
      <Trouble what="Agreement of judges">
        <JudgesSection judges={summary.judges} />
      </Trouble>
      <Trouble what="Labels of persons">
        <PersonsSection persons={summary.persons} />
      </Trouble>
      <Trouble what="Outcomes">
        <OutcomeTable summary={shown} of="questions" />
      </Trouble>
      <Trouble what="Questions">
        {!isAllUnscored(summary.subjects) && <QuestionGrid summary={summary} index={index} />}
      </Trouble>
      <Trouble what="Failures">
        <FailureSection summary={summary} of="questions" />
      </Trouble>
      <Trouble what="Turns">
        <RatePlot summary={shown} of="turns" />
        <OutcomeTable summary={shown} of="turns" />
        <FailureSection summary={summary} of="turns" />
      </Trouble>
      <Trouble what="Groups of questions">
        <BreakdownSection subjects={subjects} />
      </Trouble>
      {!isRubricsOnly && traits}
      <Trouble what="Cost">
        <CostSection summary={summary} />
      </Trouble>
      <Trouble what="Stages">
        <StageSection subjects={subjects} />
      </Trouble>
      <footer className="foot">
        Written by karenina {summary.version} on {summary.generatedAt.slice(0, 10)}. Everything here is in
        this file{summary.detailsFolder === null ? "" : ` and the folder ${summary.detailsFolder}`}; nothing
        is fetched.
      </footer>
    </div>
  );
}
