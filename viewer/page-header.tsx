import type { ReportSummary } from "../src/report/index.ts";
import { countText } from "./parts/rate-text.ts";
import { type Place, placeAddress } from "./state/place.ts";
import { type Theme, useTheme } from "./state/use-theme.ts";

/** The line that stays at the top: where one is, and the theme. */
export function PageHeader({ summary, place }: { readonly summary: ReportSummary; readonly place: Place }) {
  const isOfTurns = summary.results > 0 && summary.subjects.every((subject) => subject.isOfTurns);
  const tabs = [
    { view: "overview", words: "Overview", address: "#" },
    {
      view: "results",
      words: `${isOfTurns ? "Turns" : "Results"} ${countText(summary.results)}`,
      address: placeAddress({ view: "results" }),
    },
  ] as const;
  return (
    <header className="top">
      <nav aria-label="Views">
        {tabs.map(({ view, words, address }) => (
          <a key={view} href={address} aria-current={place.view === view ? "page" : undefined}>
            {words}
          </a>
        ))}
      </nav>
      <ThemeSwitch />
    </header>
  );
}

const next: { readonly [T in Theme]: Theme } = { system: "dark", dark: "light", light: "system" };
const words: { readonly [T in Theme]: string } = { system: "Auto", dark: "Dark", light: "Light" };

function ThemeSwitch() {
  const [theme, setTheme] = useTheme();
  return (
    <button type="button" className="theme" onClick={() => setTheme(next[theme])}>
      <span aria-hidden="true" className={`lamp ${theme}`} />
      <span className="visually-hidden">Theme: </span>
      {words[theme]}
    </button>
  );
}
