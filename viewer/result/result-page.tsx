import { use, useEffect, useRef } from "react";
import { formatCost } from "../../src/base/number-text.ts";
import type { ReportIndex } from "../../src/report/index.ts";
import { durationText } from "../parts/duration-text.ts";
import { Trouble } from "../parts/trouble.tsx";
import { PlainText, ValueText, visibleText } from "../parts/value.tsx";
import type { ReportSource } from "../source/report-source.ts";
import { noFilters, type Place, placeAddress } from "../state/place.ts";
import { goTo } from "../state/use-place.ts";
import { Answers } from "./answers.tsx";
import { Conversation } from "./conversation.tsx";
import { Evidence } from "./evidence.tsx";
import { Fields } from "./fields.tsx";
import { Files } from "./files.tsx";
import { LongText } from "./long-text.tsx";
import { Part } from "./part.tsx";
import { Process } from "./process.tsx";
import { Retrieved } from "./retrieved.tsx";
import { Trace } from "./trace.tsx";
import { Traits } from "./traits.tsx";
import { Verdict } from "./verdict.tsx";

interface ResultPageProps {
  readonly source: ReportSource;
  readonly index: ReportIndex;
  readonly place: Place;
  /** Place of the result. */
  readonly open: number;
  /** The list that it is one of. */
  readonly places: readonly number[];
}

/** Everything about one result: question, verdict, values, answer with its evidence, and how it came about. */
export function ResultPage({ source, index, place, open, places }: ResultPageProps) {
  const view = use(source.detail(open));
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.closest(".detail-side")?.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);
  const spent = view.stages.reduce<number | null>(
    (sum, { costUsd }) => (costUsd === null ? sum : (sum ?? 0) + costUsd),
    null,
  );
  return (
    <article className="result">
      <Steps index={index} place={place} open={open} places={places} />
      <Verdict view={view} />
      <h1 tabIndex={-1} ref={title}>
        <PlainText text={view.questionText} />
      </h1>
      <dl className="about-result">
        {view.reference && (
          <Fact name="Reference">
            <PlainText text={view.reference} />
          </Fact>
        )}
        <Fact name="Model">
          <PlainText text={view.answering} />
        </Fact>
        <Fact name="Judge">
          <PlainText text={view.parsing} />
        </Fact>
        {view.replicate !== null && <Fact name="Replicate">{view.replicate}</Fact>}
        {view.scenario && (
          <Fact name="Scenario">
            <PlainText
              text={`${view.scenario.id}, ${view.scenario.node ?? "?"}, turn ${view.scenario.turn ?? "?"}`}
            />
          </Fact>
        )}
        {view.keywords.length > 0 && (
          <Fact name="Keywords">
            {view.keywords.map((keyword) => (
              <a
                key={keyword}
                className="keyword"
                href={placeAddress({ filters: { ...noFilters, keyword } })}
              >
                <PlainText text={keyword} />
              </a>
            ))}
          </Fact>
        )}
        {view.origin !== null && (
          <Fact name="Origin">
            <PlainText text={view.origin} />
          </Fact>
        )}
        <Fact name="Took">
          {durationText(view.seconds * 1000)}
          {spent !== null && `, ${formatCost(spent)}`}
        </Fact>
        <Fact name="Question">
          <a href={placeAddress({ filters: { ...noFilters, question: view.questionId } })}>
            <PlainText text={view.questionId} />
          </a>
        </Fact>
      </dl>
      <Trouble what="What came before">
        <Conversation view={view} />
      </Trouble>
      <Trouble what="Fields">
        <Fields view={view} />
      </Trouble>
      <Trouble what="The answer">
        <Answers view={view} />
      </Trouble>
      <Trouble what="Contexts">
        <Retrieved view={view} />
      </Trouble>
      {view.log !== null && (
        <Part title="Log of the application">
          <LongText text={view.log} />
        </Part>
      )}
      <Trouble what="Evidence">
        <Evidence view={view} />
      </Trouble>
      <Trouble what="Traits">
        <Traits view={view} />
      </Trouble>
      <Trouble what="The trace">
        <Trace view={view} />
      </Trouble>
      <Trouble what="Files">
        <Files view={view} />
      </Trouble>
      <Trouble what="Checks and stages">
        <Process view={view} />
      </Trouble>
      {Object.keys(view.extensions).length > 0 && (
        <Part title="Own stages">
          <dl className="facts-list">
            {Object.entries(view.extensions).map(([fact, value]) => (
              <Fact key={fact} name={visibleText(fact)}>
                <ValueText value={value} />
              </Fact>
            ))}
          </dl>
        </Part>
      )}
    </article>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** To the list, and to the results before and after, also by the keys j and k. */
function Steps({ index, place, open, places }: Omit<ResultPageProps, "source">) {
  const at = places.indexOf(open);
  const addressOf = (step: number) => {
    const result = index.results.id[places[at + step] ?? -1];
    return at === -1 || result === undefined ? undefined : { result, filters: place.filters };
  };
  const previous = addressOf(-1);
  const next = addressOf(1);
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const wanted = event.key === "j" ? next : event.key === "k" ? previous : undefined;
      if (wanted !== undefined) goTo(wanted);
      if (event.key === "Escape") goTo({ view: "results", filters: place.filters });
    };
    document.addEventListener("keydown", step);
    return () => document.removeEventListener("keydown", step);
  });
  return (
    <nav className="steps" aria-label="Results in the list">
      <a href={placeAddress({ view: "results", filters: place.filters })}>All results</a>
      <span className="steps-near">
        {previous ? (
          <a href={placeAddress(previous)}>
            Previous <span className="step-key">(k)</span>
          </a>
        ) : (
          <span className="soft">Previous</span>
        )}
        {next ? (
          <a href={placeAddress(next)}>
            Next <span className="step-key">(j)</span>
          </a>
        ) : (
          <span className="soft">Next</span>
        )}
      </span>
    </nav>
  );
}
