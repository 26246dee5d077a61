import { type Grouping, type QuestionFacts, usualGroupings } from "../analysis/index.ts";
import { demandScale, demandScales } from "../benchmark/index.ts";
import { usageError } from "./failure.ts";
import type { BreakdownKey } from "./grouping-option.ts";
import { loadBenchmark } from "./load-benchmark.ts";

/** What a summary is broken down by: as always, and by what was asked for. */
export const groupingsWith = (keys: readonly BreakdownKey[]): readonly Grouping[] => [
  ...new Set([...usualGroupings, ...keys.filter((key) => key !== "failure")]),
];

/**
 * The questions of the benchmark that was named; undefined where none was.
 *
 * @param option what needs it, such as `--by`
 * @throws KareninaError `configuration` where one of the keys is about what only a benchmark holds, and none was named.
 */
export async function questionsFor(
  option: string,
  keys: readonly string[],
  {
    benchmark,
    workingDirectory,
  }: { readonly benchmark: string | undefined; readonly workingDirectory: string },
): Promise<Iterable<QuestionFacts> | undefined> {
  for (const key of keys) if (key.startsWith("adele:")) refuseUnknownScale(option, key);
  if (benchmark !== undefined) return (await loadBenchmark(benchmark, workingDirectory)).content.questions;
  const needy = keys.find((key) => key === "author" || /^(?:property|adele):/.test(key));
  if (needy === undefined) return undefined;
  throw usageError(
    `${option} ${needy}: results do not hold it.`,
    "Name the benchmark of the runs with --benchmark.",
  );
}

function refuseUnknownScale(option: string, key: string): void {
  const word = key.slice("adele:".length);
  if (demandScale(word) !== undefined) return;
  throw usageError(
    `${option} ${key}: there is no scale ${word}.`,
    `There are ${demandScales.map(({ name, code }) => `${name} (${code})`).join(", ")}.`,
  );
}
