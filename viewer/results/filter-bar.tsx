import { useEffect, useMemo, useRef } from "react";
import type { ReportIndex, ReportSummary } from "../../src/report/index.ts";
import type { Outcome } from "../../src/result/index.ts";
import { OutcomeMark } from "../parts/outcome-mark.tsx";
import { outcomeList, outcomeLook } from "../parts/outcomes.ts";
import { countText } from "../parts/rate-text.ts";
import { type Filters, isFiltered, noFilters } from "../state/place.ts";
import { isSearchKey } from "../state/search-key.ts";
import { goTo } from "../state/use-place.ts";
import { PickOne } from "./pick-one.tsx";

interface FilterBarProps {
  readonly summary: ReportSummary;
  readonly index: ReportIndex;
  readonly filters: Filters;
  /** How many results they let through. */
  readonly shown: number;
  /** True: somebody came here to search. */
  readonly searches: boolean;
}

/** Narrows the list; the address follows, so that a narrowed list can be sent to somebody. */
export function FilterBar({ summary, index, filters, shown, searches }: FilterBarProps) {
  const narrow = (change: Partial<Filters>, replace = false) =>
    goTo({ view: "results", filters: { ...filters, ...change } }, { replace });
  const trait = index.traits.find((one) => one.trait === filters.trait);
  return (
    <search className="filters">
      <SearchField text={filters.text} searches={searches} onText={(text) => narrow({ text }, true)} />
      <OutcomeFilter index={index} chosen={filters.outcomes} onChoose={(outcomes) => narrow({ outcomes })} />
      <div className="picks">
        {summary.subjects.length > 1 && (
          <PickOne
            label="Model"
            all="all models"
            options={summary.subjects.map(({ name }) => name)}
            chosen={filters.model}
            onChoose={(model) => narrow({ model })}
          />
        )}
        {index.keywords.length > 0 && (
          <PickOne
            label="Keyword"
            all="all keywords"
            options={index.keywords}
            chosen={filters.keyword}
            onChoose={(keyword) => narrow({ keyword })}
          />
        )}
        {index.traits.length > 0 && (
          <PickOne
            label="Trait"
            all="all traits"
            options={index.traits.map((one) => one.trait)}
            chosen={filters.trait}
            onChoose={(name) => narrow({ trait: name, value: null })}
          />
        )}
        {trait !== undefined && (
          <PickOne
            label="Value"
            all="any value"
            options={trait.labels}
            chosen={filters.value}
            onChoose={(value) => narrow({ value })}
          />
        )}
      </div>
      <p className="shown" aria-live="polite">
        {shown === index.results.id.length ? "all " : `${countText(shown)} of `}
        {countText(index.results.id.length)} results
        {filters.question !== null && ", of one question"}
        {isFiltered(filters) && (
          <button
            type="button"
            className="plain-button"
            onClick={() => goTo({ view: "results", filters: noFilters })}
          >
            Show all
          </button>
        )}
      </p>
    </search>
  );
}

function SearchField({
  text,
  searches,
  onText,
}: {
  readonly text: string;
  readonly searches: boolean;
  readonly onText: (text: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (searches) field.current?.focus();
  }, [searches]);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);
  return (
    <label className="search-field">
      <span className="visually-hidden">Search in questions, values and reasons</span>
      <input
        ref={field}
        type="search"
        value={text}
        placeholder="Search questions, values, reasons  ( / )"
        onChange={({ target }) => onText(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== "Escape") return;
          onText("");
          // keys are for the results again
          currentTarget.blur();
        }}
      />
    </label>
  );
}

function OutcomeFilter({
  index,
  chosen,
  onChoose,
}: {
  readonly index: ReportIndex;
  readonly chosen: readonly Outcome[];
  readonly onChoose: (outcomes: readonly Outcome[]) => void;
}) {
  const counts = useMemo(() => countByOutcome(index), [index]);
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">Outcome</legend>
      {outcomeList
        .filter((outcome) => (counts.get(outcome) ?? 0) > 0)
        .map((outcome) => {
          const isChosen = chosen.includes(outcome);
          const others = chosen.filter((other) => other !== outcome);
          return (
            <button
              key={outcome}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? others : [...others, outcome])}
            >
              <OutcomeMark outcome={outcome} />
              {outcomeLook(outcome).words}{" "}
              <span className="chip-count">{countText(counts.get(outcome) ?? 0)}</span>
            </button>
          );
        })}
    </fieldset>
  );
}

function countByOutcome({ outcomes, results }: ReportIndex): ReadonlyMap<Outcome, number> {
  const counts = new Map<Outcome, number>();
  for (const code of results.outcome) {
    const outcome = outcomes[code];
    if (outcome !== undefined) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return counts;
}
