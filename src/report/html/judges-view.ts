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
      views.push({ run: name, judges, between: [], agreeing: [], tooMany: count });
      continue;
    }
    const { judges, between } = await judgeReliability(results());
    views.push({ run: name, judges: judges.map(nameOf), ...differingFirst(between), tooMany: null });
  }
  return views;
}

function differingFirst(all: JudgesView["between"]): Pick<JudgesView, "between" | "agreeing"> {
  const verdict = all.filter(({ kind }) => kind === "verdict");
  const others = all.filter(({ kind }) => kind !== "verdict");
  const differing = others
    .filter((one) => one.differing > 0)
    .sort(
      (left, right) =>
        right.atStake - left.atStake ||
        (left.krippendorffAlpha.value ?? 1) - (right.krippendorffAlpha.value ?? 1),
    );
  return {
    between: [...verdict, ...differing],
    agreeing: others.filter((one) => one.differing === 0).map(({ name }) => name),
  };
}
