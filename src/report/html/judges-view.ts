import { judgeReliability, mostJudgedResults, type RunSummary } from "../../analysis/index.ts";
import type { Results } from "../../result/index.ts";
import type { JudgesView } from "./report-data.ts";

/** A run that was read once. */
interface JudgedRun {
  readonly name: string;
  /** Reads its results again. */
  readonly results: () => Results;
  readonly summary: Pick<RunSummary, "run" | "overall"> | undefined;
}

/** How far judges agree, of each run that has several; of a run of very many results only that it is not worked out. */
export async function agreementOfJudges(
  runs: readonly JudgedRun[],
  nameOf: (judge: string) => string,
): Promise<readonly JudgesView[]> {
  const views: JudgesView[] = [];
  for (const { name, results, summary } of runs) {
    if (summary === undefined || summary.run.parsing.length < 2) continue;
    const count = summary.overall.results;
    if (count > mostJudgedResults) {
      const judges = summary.run.parsing.map((judge) => nameOf(judge.name));
      views.push({ run: name, judges, between: [], tooMany: count });
      continue;
    }
    const { judges, between } = await judgeReliability(results());
    views.push({ run: name, judges: judges.map(nameOf), between, tooMany: null });
  }
  return views;
}
