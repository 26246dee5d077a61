import type { RunView, SubjectView } from "./report-data.ts";

type Unnamed = Omit<SubjectView, "name">;

/**
 * Names each subject by its model alone; where that is not enough to tell it from another, also by its judge or its run,
 * and where its short name is that of another model, by the whole display string.
 */
export function nameSubjects(subjects: readonly Unnamed[], runs: readonly RunView[]): readonly SubjectView[] {
  const models = new Set(subjects.map(({ answering }) => answering));
  const shortCount = Map.groupBy(models, shortName);
  const modelOf = ({ answering }: Unnamed) =>
    shortCount.get(shortName(answering))?.length === 1 ? shortName(answering) : answering;
  const differ = (key: "parsing" | "run") => new Set(subjects.map((subject) => subject[key])).size > 1;
  const isUnclear = subjects.length > models.size;
  return subjects.map((subject) => {
    const more = [
      ...(isUnclear && differ("parsing") ? [`judge ${shortName(subject.parsing)}`] : []),
      ...(isUnclear && differ("run") ? [runs[subject.run]?.name ?? ""] : []),
    ];
    return { ...subject, name: [modelOf(subject), ...more].join(" · ") };
  });
}

/** A display string without its interface, and by the id of its configuration where it has one. */
function shortName(display: string): string {
  const name = display.slice(display.indexOf(":") + 1);
  return / \(([^()]+)\)/.exec(name)?.[1] ?? name;
}
