import { Suspense } from "react";
import { Overview } from "./overview/overview.tsx";
import { PageHeader } from "./page-header.tsx";
import { Trouble } from "./parts/trouble.tsx";
import { ResultsView } from "./results/results-view.tsx";
import type { ReportSource } from "./source/report-source.ts";
import { usePlace } from "./state/use-place.ts";

/** A report: its overview, or its results. */
export function App({ source }: { readonly source: ReportSource }) {
  const place = usePlace();
  return (
    <>
      <button type="button" className="skip" onClick={skipToMain}>
        Skip to content
      </button>
      <PageHeader summary={source.summary} place={place} />
      <main id="main" tabIndex={-1}>
        <Trouble>
          <Suspense fallback={<p className="waiting">Opening…</p>}>
            {place.view === "overview" ? (
              <Overview source={source} />
            ) : (
              <ResultsView source={source} place={place} />
            )}
          </Suspense>
        </Trouble>
      </main>
    </>
  );
}

/** No link: the address after `#` says the place. */
function skipToMain(): void {
  document.getElementById("main")?.focus();
}
