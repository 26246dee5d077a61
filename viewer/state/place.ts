import type { Outcome } from "../../src/result/index.ts";

/** Which results a list shows. */
export interface Filters {
  /** Empty: all. */
  readonly outcomes: readonly Outcome[];
  /** Name of a subject. */
  readonly model: string | null;
  readonly keyword: string | null;
  readonly trait: string | null;
  /** Label of a value of that trait. */
  readonly value: string | null;
  /** Id of a question. */
  readonly question: string | null;
  readonly text: string;
}

/** What is shown: the address after `#` says it. */
export interface Place {
  readonly view: "overview" | "results" | "walk";
  /** Id of the walk that is open. */
  readonly walk: string | null;
  /** Id of the result that is open. */
  readonly result: string | null;
  /** Of the overview. */
  readonly section: string | null;
  readonly filters: Filters;
}

/** All results. */
export const noFilters: Filters = {
  outcomes: [],
  model: null,
  keyword: null,
  trait: null,
  value: null,
  question: null,
  text: "",
};

/** Reads the part of an address after `#`. */
export function readPlace(hash: string, isOutcome: (word: string) => word is Outcome): Place {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const filters: Filters = {
    outcomes: (values.get("outcome") ?? "").split(",").filter(isOutcome),
    model: values.get("model"),
    keyword: values.get("keyword"),
    trait: values.get("trait"),
    value: values.get("value"),
    question: values.get("question"),
    text: values.get("text") ?? "",
  };
  const result = values.get("result");
  const walk = values.get("walk");
  const isList = values.has("list") || result !== null || isFiltered(filters);
  const view = walk !== null ? "walk" : isList ? "results" : "overview";
  return { view, walk, result, section: values.get("section"), filters };
}

/** The address of a place, from `#` on. */
export function placeAddress({ view, walk, result, section, filters }: Partial<Place>): string {
  const values = new URLSearchParams();
  const put = (name: string, value: string | null | undefined) => {
    if (value) values.set(name, value);
  };
  put("walk", walk);
  put("result", result);
  put("section", section);
  put("outcome", filters?.outcomes.join(","));
  for (const name of ["model", "keyword", "trait", "value", "question", "text"] as const)
    put(name, filters?.[name]);
  if (view === "results" && values.size === 0) values.set("list", "all");
  return `#${values}`;
}

/** True where not everything is shown. */
export function isFiltered(filters: Filters): boolean {
  return (
    filters.outcomes.length > 0 ||
    Object.values(filters).some((value) => typeof value === "string" && value !== "")
  );
}
