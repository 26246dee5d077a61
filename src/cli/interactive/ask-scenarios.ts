import { oneLine, pluralize } from "../../base/index.ts";
import type { Prompts } from "./prompts.ts";

/**
 * Asks which scenarios to run; nothing is asked where there are none.
 *
 * @param names those of the benchmark
 * @param given what flags say, and whether questions were chosen, beside which none runs unless it is chosen too
 * @returns the names of those wanted
 */
export async function askScenarios(
  prompts: Prompts,
  names: readonly string[],
  given: { readonly scenarios: readonly string[] | undefined; readonly areQuestionsChosen: boolean },
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const known = names.filter((name) => given.scenarios?.includes(name));
  const usual = given.areQuestionsChosen ? "none" : "all";
  const which = await prompts.choice({
    message: "Which scenarios?",
    initial: known.length === 0 ? usual : known.length === names.length ? "all" : "some",
    choices: [
      { value: "all", label: "all", hint: pluralize(names.length, "scenario") },
      ...(names.length === 1 ? [] : [{ value: "some" as const, label: "some" }]),
      { value: "none", label: "none", hint: "questions alone" },
    ],
  });
  if (which !== "some") return which === "all" ? names : [];
  return await prompts.choices({
    message: "Scenarios to run",
    initial: known,
    choices: names.map((name) => ({ value: name, label: oneLine(name) })),
  });
}
