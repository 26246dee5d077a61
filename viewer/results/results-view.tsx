import { Suspense, use, useDeferredValue, useMemo } from "react";
import { Trouble } from "../parts/trouble.tsx";
import { ResultPage } from "../result/result-page.tsx";
import type { ReportSource } from "../source/report-source.ts";
import type { Place } from "../state/place.ts";
import { selectResults } from "../state/select-results.ts";
import { FilterBar } from "./filter-bar.tsx";
import { ResultList } from "./result-list.tsx";

/** The list of results with its filters, and beside it the one that is open. */
export function ResultsView({
  source,
  place,
  searches,
}: {
  readonly source: ReportSource;
  readonly place: Place;
  /** True: somebody came here to search. */
  readonly searches: boolean;
}) {
  const index = use(source.index());
  const { summary } = source;
  const { filters } = useDeferredValue(place);
  const places = useMemo(() => selectResults(index, summary, filters), [index, summary, filters]);
  const open = place.result === null ? -1 : index.results.id.indexOf(place.result);
  return (
    <div className={`results ${place.result === null ? "is-list" : "is-open"}`}>
      <section className="list-side" aria-label="Results">
        <FilterBar
          summary={summary}
          index={index}
          filters={place.filters}
          shown={places.length}
          searches={searches}
        />
        <ResultList summary={summary} index={index} places={places} place={place} open={open} />
      </section>
      {place.result !== null && (
        <section className="detail-side" aria-label="Result">
          {open === -1 ? (
            <p className="trouble" role="alert">
              This report has no result {place.result}.
            </p>
          ) : (
            <Trouble key={open}>
              <Suspense fallback={<p className="waiting">Opening…</p>}>
                <ResultPage source={source} index={index} place={place} open={open} places={places} />
              </Suspense>
            </Trouble>
          )}
        </section>
      )}
    </div>
  );
}
