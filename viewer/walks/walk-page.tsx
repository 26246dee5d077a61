import { Suspense, use, useEffect, useRef } from "react";
import type { ReportIndex } from "../../src/report/index.ts";
import { durationText } from "../parts/duration-text.ts";
import { OutcomeMark } from "../parts/outcome-mark.tsx";
import { outcomeLook } from "../parts/outcomes.ts";
import { countedText } from "../parts/rate-text.ts";
import { PlainText } from "../parts/value.tsx";
import { LongText } from "../result/long-text.tsx";
import { StageLines } from "../result/stage-lines.tsx";
import type { ReportSource } from "../source/report-source.ts";
import { placeAddress } from "../state/place.ts";
import { NamedValues } from "./named-values.tsx";

type Walk = ReportIndex["walks"][number];
type Scenario = ReportIndex["scenarios"][number];

/** A walk as one page: how it ended, its way in the graph, and the conversation turn by turn. */
export function WalkPage({ source, id }: { readonly source: ReportSource; readonly id: string }) {
  const index = use(source.index());
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);
  const walk = index.walks.find((one) => one.id === id);
  if (walk === undefined)
    return (
      <p className="trouble" role="alert">
        This report has no walk {id}.
      </p>
    );
  const scenario = index.scenarios.find(({ run, name }) => run === walk.run && name === walk.scenario);
  return (
    <article className="walk">
      <p>
        <a href={placeAddress({ section: "walks" })}>All walks</a>
      </p>
      <h1 tabIndex={-1} ref={title}>
        <PlainText text={walk.scenario} />
      </h1>
      <p>
        <span className={`walk-mark ${walk.successful ? "good" : "bad"}`}>{walk.successful ? "✓" : "✗"}</span>{" "}
        {walk.successful ? "successful" : walk.status.replace("_", " ")}
        {walk.answering !== null && (
          <>
            , <PlainText text={walk.answering} />
          </>
        )}
        {walk.parsing !== null && (
          <>
            , judged by <PlainText text={walk.parsing} />
          </>
        )}
        {walk.replicate !== null && `, replicate ${walk.replicate}`}, {countedText(walk.path.length, "turn")}
        {walk.seconds !== null && `, ${durationText(walk.seconds * 1000)}`}
      </p>
      {walk.reasons.map((reason) => (
        <p key={reason} className="walk-reasons">
          <PlainText text={reason} />
        </p>
      ))}
      <Picture walk={walk} picture={index.pictures[walk.picture ?? -1]} />
      <ol className="turns">
        {walk.path.map((node, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a node may be asked several times
          <li key={at}>
            <h2>
              {at + 1}. <PlainText text={node} />
            </h2>
            <Suspense fallback={<p className="waiting">Opening…</p>}>
              {turnRow(walk, at) === -1 ? (
                <p className="soft">Its result is not in this report.</p>
              ) : (
                <Turn source={source} index={index} row={turnRow(walk, at)} />
              )}
            </Suspense>
            <Way walk={walk} at={at} scenario={scenario} />
          </li>
        ))}
      </ol>
      {walk.stages.length > 0 && (
        <>
          <h2>Beside its turns</h2>
          <p className="soft">
            What simulated users did that had nothing more to ask, so that no turn followed.
          </p>
          <StageLines stages={walk.stages} />
        </>
      )}
      {walk.outcomes.length > 0 && <h2>Criteria</h2>}
      <NamedValues
        values={walk.outcomes.map(({ outcome, value, reason }) => ({ name: outcome, value, note: reason }))}
      />
      {walk.warnings.map((warning) => (
        <p key={warning} className="soft">
          <PlainText text={warning} />
        </p>
      ))}
    </article>
  );
}

/** The graph with the way of the walk. A picture, so that nothing in it is markup of the page. */
function Picture({ walk, picture }: { readonly walk: Walk; readonly picture: string | undefined }) {
  const way = walk.path.join(" → ");
  return (
    <figure className="walk-graph">
      {picture !== undefined && (
        <img
          src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
          alt={`The way through the graph: ${way}`}
        />
      )}
      <figcaption>
        <PlainText text={way} />
      </figcaption>
    </figure>
  );
}

/** The place of a turn's result; -1: it is not there. */
const turnRow = ({ turns }: Walk, at: number): number => turns[at] ?? -1;

/** What was asked, answered and found. */
function Turn({
  source,
  index,
  row,
}: {
  readonly source: ReportSource;
  readonly index: ReportIndex;
  readonly row: number;
}) {
  const view = use(source.detail(row));
  const answer = view.unanswered ?? view.texts[0]?.text ?? "";
  const { user } = view;
  const { words } = outcomeLook(view.outcome);
  const reason = view.failure?.reason ?? null;
  // a reason may begin with the word for its outcome
  const isSaid = reason?.startsWith(`${words}: `);
  return (
    <>
      {user.stops.map((stop) => (
        <p className="soft" key={stop}>
          Before it, <PlainText text={stop} />.
        </p>
      ))}
      <p className="said-by">{user.asks ? "The simulated user" : "The node"}</p>
      <div className="said asked">
        <LongText text={view.questionText} />
      </div>
      <p className="said-by answered">The model</p>
      <div className="said answered">
        <LongText text={answer} />
      </div>
      <NamedValues
        values={view.fields.map(({ name, extracted }) => ({ name, value: extracted }))}
        className="turn-fields"
      />
      <p className="turn-verdict">
        <OutcomeMark outcome={view.outcome} /> {!isSaid && words}
        {reason !== null && (
          <>
            {!isSaid && ": "}
            <PlainText text={reason} />
          </>
        )}{" "}
        <a href={placeAddress({ view: "results", result: index.results.id[row] ?? "" })}>All of this turn</a>
      </p>
    </>
  );
}

/** Where a turn led. */
function Way({
  walk,
  at,
  scenario,
}: {
  readonly walk: Walk;
  readonly at: number;
  readonly scenario: Scenario | undefined;
}) {
  const taken = walk.taken[at + 1] ?? null;
  const next = walk.path[at + 1];
  const label = taken === null ? "" : (scenario?.edges[taken]?.label ?? "");
  if (next === undefined && walk.status !== "completed" && walk.userStop === null) return null;
  return (
    <p className="walk-way">
      ↓ {label !== "" && <PlainText text={label} />}
      {next === undefined && walk.userStop !== null && <PlainText text={`${walk.userStop}: `} />}
      {next === undefined && walk.status === "completed" && " the end"}
    </p>
  );
}
