import type { AnyStage } from "./stage.ts";

/** What an outcome says beside facts, and what is no member of its own in an object. */
const reservedNames = ["ruling", "warnings", "error", "__proto__"];

/** Problems of a stage list: facts that cannot be called so or are read before they are produced, doubled facts or names, a misplaced end. */
export function findCompositionProblems(stages: readonly AnyStage[]): readonly string[] {
  const problems: string[] = [];
  const producers = new Map<string, string>();
  const names = new Set<string>();
  for (const stage of stages) {
    if (names.has(stage.name)) problems.push(`${stage.name} stands in the list twice`);
    names.add(stage.name);
    const missing = stage.requires.filter((fact: string) => !producers.has(fact));
    if (missing.length > 0) {
      problems.push(`${stage.name} requires ${missing.join(", ")}, which no earlier stage produces`);
    }
    for (const fact of stage.reads ?? []) {
      if (producers.has(fact)) continue;
      const later = stages.find(({ produces }) => produces.includes(fact));
      if (later !== undefined)
        problems.push(`${stage.name} reads ${fact}, which ${later.name} produces only later`);
    }
    for (const fact of stage.produces) {
      if (reservedNames.includes(fact))
        problems.push(`${stage.name} produces ${fact}, which no fact is called`);
      const other = producers.get(fact);
      if (other !== undefined) problems.push(`${fact} is produced by both ${other} and ${stage.name}`);
      producers.set(fact, stage.name);
    }
  }
  if (stages.at(-1)?.name !== "FinalizeResult") problems.push("FinalizeResult must be the last stage");
  return problems;
}
