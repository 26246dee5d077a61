import { Suspense, useEffect, useRef, useState } from "react";
import { Overview } from "./overview/overview.tsx";
import { PageHeader } from "./page-header.tsx";
import { Trouble } from "./parts/trouble.tsx";
import { ResultsView } from "./results/results-view.tsx";
import type { ReportSource } from "./source/report-source.ts";
import { isSearchKey } from "./state/search-key.ts";
import { goTo, usePlace } from "./state/use-place.ts";
import { WalkPage } from "./walks/walk-page.tsx";

/** A report: its overview, its results, or a walk through a scenario. */
export function App({ source }: { readonly source: ReportSource }) {
  const place = usePlace();
  const [searches, setSearches] = useState(false);
  const isOverview = place.view === "overview";
  useEffect(() => {
    if (!isOverview) return;
    const search = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      setSearches(true);
      goTo({ view: "results" });
    };
    setSearches(false);
    document.addEventListener("keydown", search);
    return () => document.removeEventListener("keydown", search);
  }, [isOverview]);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus may be gone in another view
  useEffect(() => {
    if (!first.current && document.activeElement === document.body) focusMain();
    first.current = false;
  }, [place.view, place.walk, place.result === null]);
  return (
    <>
      <button type="button" className="skip" onClick={focusMain}>
        Skip to content
      </button>
      <PageHeader summary={source.summary} place={place} />
      <main id="main" tabIndex={-1}>
        <Trouble>
          <Suspense fallback={<p className="waiting">Opening…</p>}>
            {isOverview ? (
              <Overview source={source} />
            ) : place.walk !== null ? (
              <WalkPage source={source} id={place.walk} key={place.walk} />
            ) : (
              <ResultsView source={source} place={place} searches={searches} />
            )}
          </Suspense>
        </Trouble>
      </main>
    </>
  );
}

/** No link: the address after `#` says the place. */
function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}
