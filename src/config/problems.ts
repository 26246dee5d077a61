import { KareninaError, snakeCase } from "../base/index.ts";

/** Something wrong with a configuration. */
export interface ConfigProblem {
  /** Where, in the names used in memory. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** How names are written in messages: as in code, or as in a preset file. */
export type NameStyle = "code" | "file";

const camelCase = /^[a-z][a-zA-Z0-9]*$/;

/** The name of a setting as it stands in a file. */
export function fileName(name: string): string {
  return camelCase.test(name) ? snakeCase(name) : name;
}

/** One problem as a line: `parsing_models[0].temperature: expected …`. */
export function renderProblem(problem: ConfigProblem, style: NameStyle): string {
  const path = problem.path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${style === "file" ? fileName(part) : part}`))
    .join("")
    .replace(/^\./, "");
  return path === "" ? problem.message : `${path}: ${problem.message}`;
}

/** An error that lists every problem, one a line. `subject` starts a sentence: "Preset x.json". */
export function configurationError(
  subject: string,
  problems: readonly string[],
  hint?: string,
): KareninaError {
  const [first] = problems;
  const message =
    problems.length === 1
      ? `${subject} has a problem: ${first}`
      : `${subject} has ${problems.length} problems:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`;
  return new KareninaError("configuration", message, hint === undefined ? {} : { hint });
}
