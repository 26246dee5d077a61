import { useEffect, useRef } from "react";
import type { ReportIndex, ReportSummary } from "../../src/report/index.ts";
import { LongList } from "../parts/long-list.tsx";
import { NamedMark } from "../parts/outcome-mark.tsx";
import { PlainText, visibleText } from "../parts/value.tsx";
import { type Place, placeAddress } from "../state/place.ts";

/** Where a row is narrow, what is said of a result has two lines more. */
const rowHeights = { wide: 64, narrow: 104 };
/** As the style says. */
const narrowPage = "(max-width: 44rem)";

interface ResultListProps {
  readonly summary: ReportSummary;
  readonly index: ReportIndex;
  /** What is listed. */
  readonly places: readonly number[];
  readonly place: Place;
  /** The result that is open; -1: none. */
  readonly open: number;
}

/** Results, a row each, of which only those in sight are drawn. */
export function ResultList({ summary, index, places, place, open }: ResultListProps) {
  const last = useRef(-1);
  useEffect(() => {
    // whoever comes back from a result goes on where it stands in the list
    if (open === -1 && last.current !== -1) document.getElementById(rowId(last.current))?.focus();
    last.current = open;
  }, [open]);
  const isNarrow = open !== -1 || window.matchMedia(narrowPage).matches;
  if (places.length === 0) return <p className="waiting">No result is like that.</p>;
  return (
    <LongList
      className="list-frame"
      label={`${places.length} results`}
      count={places.length}
      rowHeight={rowHeights[isNarrow ? "narrow" : "wide"]}
      inSight={open === -1 ? -1 : places.indexOf(open)}
      row={(at) => {
        const result = places[at];
        return (
          result !== undefined && (
            <ResultRow
              summary={summary}
              index={index}
              result={result}
              place={place}
              isOpen={result === open}
            />
          )
        );
      }}
    />
  );
}

const rowId = (result: number): string => `row-${result}`;

function ResultRow({
  summary,
  index: { outcomes, questions, results },
  result,
  place,
  isOpen,
}: Pick<ResultListProps, "summary" | "index" | "place"> & {
  readonly result: number;
  readonly isOpen: boolean;
}) {
  const outcome = outcomes[results.outcome[result] ?? -1] ?? "unscored";
  const replicate = results.replicate[result] ?? null;
  const about = [
    ...(summary.subjects.length > 1 ? [summary.subjects[results.subject[result] ?? -1]?.name ?? ""] : []),
    ...(replicate === null ? [] : [`replicate ${replicate}`]),
  ];
  return (
    <a
      className="row"
      id={rowId(result)}
      href={placeAddress({ result: results.id[result] ?? null, filters: place.filters })}
      aria-current={isOpen ? "true" : undefined}
    >
      <NamedMark outcome={outcome} />
      <span className="row-question">
        <PlainText text={questions[results.question[result] ?? -1]?.text ?? ""} />
      </span>
      <span className="row-note">
        {about.length > 0 && <span className="row-about">{visibleText(about.join(" · "))}</span>}
        <PlainText text={results.note[result] ?? ""} />
      </span>
    </a>
  );
}
