import type { RunSummary } from "../../analysis/index.ts";
import type { RunView, SubjectView } from "./report-data.ts";

type Unnamed = Omit<SubjectView, "name">;
type Facts = Pick<RunSummary["run"], "answering" | "parsing">;

/** Short names of models by their display strings; a name that two models have in the runs together is none. */
export function shortNamesOf(runs: readonly Facts[]): ReadonlyMap<string, string> {
  const short = new Map(
    runs
      .flatMap(({ answering, parsing }) => [...parsing, ...answering])
      .map(({ name, model }) => [name, model]),
  );
  const answering = new Set(runs.flatMap((run) => run.answering.map(({ name }) => name)));
  const named = Map.groupBy(answering, (name) => short.get(name));
  return new Map(
    [...short].filter(([name, model]) => !answering.has(name) || named.get(model)?.length === 1),
  );
}

/**
 * Names each subject by its model alone; where that is not enough to tell it from another, also by its judge or its run.
 */
export function nameSubjects(
  subjects: readonly Unnamed[],
  runs: readonly RunView[],
  shortNames: ReadonlyMap<string, string>,
): readonly SubjectView[] {
  const nameOf = (display: string) => shortNames.get(display) ?? display;
  const differ = (key: "parsing" | "run") => new Set(subjects.map((subject) => subject[key])).size > 1;
  const isUnclear = subjects.length > new Set(subjects.map(({ answering }) => answering)).size;
  return subjects.map((subject) => {
    const more = [
      ...(isUnclear && differ("parsing") ? [`judge ${nameOf(subject.parsing)}`] : []),
      ...(isUnclear && differ("run") ? [runs[subject.run]?.name ?? ""] : []),
    ];
    return { ...subject, name: [nameOf(subject.answering), ...more].join(" · ") };
  });
}
