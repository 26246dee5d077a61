import { KareninaError } from "../../base/index.ts";

/** One place of a benchmark file that is not as it should be. */
interface CheckpointProblem {
  /** Such as `$.dataFeedElement[3].item.hasPart.name`, or `line 4, column 7, questions[0].check` of YAML. */
  readonly path: string;
  /** What was expected and what was found. */
  readonly message: string;
}

/** A file that is no valid checkpoint, or no valid benchmark in YAML; `problems` holds at most {@link maximumProblems} of them. */
export class CheckpointError extends KareninaError {
  readonly problems: readonly CheckpointProblem[];

  constructor(
    file: string,
    problems: readonly CheckpointProblem[],
    total: number,
    kind: "checkpoint" | "benchmark" = "checkpoint",
  ) {
    const lines = problems.map(({ path, message }) => `  ${path}: ${message}`);
    if (total > problems.length) lines.push(`  … and ${total - problems.length} more`);
    const count = total === 1 ? "1 problem" : `${total} problems`;
    super("invalid_input", `${file} is not a valid ${kind}, ${count}:\n${lines.join("\n")}`, {
      hint: "Correct these places in the file and open it again.",
    });
    this.problems = problems;
  }
}

/** How many problems a {@link CheckpointError} lists. */
export const maximumProblems = 25;

/** Collects problems while a file is read, so that all of them are reported together. */
export class ProblemList {
  readonly #problems: CheckpointProblem[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(path: string, message: string): void {
    this.#total += 1;
    if (this.#problems.length < maximumProblems) this.#problems.push({ path, message });
  }

  /** The problems, one a line. */
  get lines(): readonly string[] {
    return this.#problems.map(({ path, message }) => `${path}: ${message}`);
  }

  /** Throws when there are any. */
  throwIfAny(file: string): void {
    if (this.#total > 0) throw new CheckpointError(file, this.#problems, this.#total);
  }
}

/** A path with one more step. */
export function pathTo(path: string, ...steps: readonly PropertyKey[]): string {
  return steps.reduce<string>((parent, step) => {
    if (typeof step === "number") return `${parent}[${step}]`;
    const name = String(step);
    return /^@?[A-Za-z_][A-Za-z0-9_]*$/.test(name)
      ? `${parent}.${name}`
      : `${parent}[${JSON.stringify(name)}]`;
  }, path);
}

/** A value for a message: its kind, and itself where it is short. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === "") return "empty text";
  if (typeof value === "string")
    return `the text ${JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)}`;
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "a list" : "an object";
}
