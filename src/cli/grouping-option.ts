import { InvalidArgumentError } from "commander";
import type { Grouping, QuestionGrouping } from "../analysis/index.ts";

/** What results are broken down by on the command line. */
export type BreakdownKey = Grouping | "failure";

/** A grouping as it is written; undefined for another word. */
export function groupingKey(key: string): QuestionGrouping | undefined {
  if (key === "keyword" || key === "author" || key === "length") return key;
  const [kind, ...name] = key.split(":");
  const rest = name.join(":");
  return (kind === "property" || kind === "adele") && rest !== "" ? `${kind}:${rest}` : undefined;
}

/** Reads `--by`, which may be repeated. */
export function breakdownKeys(key: string, earlier: readonly BreakdownKey[] = []): readonly BreakdownKey[] {
  const known: BreakdownKey | undefined = key === "failure" || key === "prompt" ? key : groupingKey(key);
  if (known === undefined)
    throw new InvalidArgumentError(
      `Expected prompt, keyword, author, length, failure, property:NAME or adele:SCALE.${/^[^:]+$/.test(key) ? ` A property of questions: property:${key}.` : ""}`,
    );
  return [...new Set([...earlier, known])];
}

/** The help of `--by` and `--benchmark`. */
export const breakdownHelp = {
  by: "also rates by prompt, keyword, author, length (of the question), property:NAME or adele:SCALE, or counts by failure; may be repeated",
  benchmark: "benchmark of the run, which knows authors, properties and demands of questions",
};
