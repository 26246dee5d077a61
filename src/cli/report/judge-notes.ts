import {
  type JudgeReliability,
  judgeReliability,
  leastAlpha,
  mostJudgedResults,
  type RunSummary,
} from "../../analysis/index.ts";
import { oneLine, percentText, pluralize } from "../../base/index.ts";
import { rangeText } from "../../report/index.ts";
import type { Results } from "../../result/index.ts";
import type { Terminal } from "./terminal.ts";

type Agreement = JudgeReliability["between"][number];
type Consistency = JudgeReliability["within"][number];

const mostNames = 3;

/**
 * How far the judges of a run agree on its verdicts, on which doubtful fields passes hang, on what else they disagree, and on what
 * one disagrees with itself: a sentence each, not wrapped. Reads the results once more, and only where there are several judges
 * or replicates.
 */
export async function judgeNotes(
  { run, overall }: RunSummary,
  read: () => Results,
  terminal: Pick<Terminal, "rich">,
): Promise<readonly string[]> {
  const several = run.parsing.length > 1;
  if (!several && run.replicates < 2) return [];
  if (overall.results > mostJudgedResults) {
    const what = several ? `the ${run.parsing.length} judges agree` : "the judge agrees with itself";
    return [
      `How far ${what} is not worked out here for more than ${mostJudgedResults.toLocaleString("en-US")} results.`,
    ];
  }
  const { between, within } = await judgeReliability(read());
  const verdicts = between.find(({ kind }) => kind === "verdict");
  const doubtful = between.filter((one) => one.kind !== "verdict" && one.doubtful);
  const atStake = doubtful
    .filter((one) => one.atStake > 0)
    .sort((left, right) => right.atStake - left.atStake);
  const others = doubtful
    .filter((one) => one.atStake === 0)
    .sort((left, right) => alphaOf(left) - alphaOf(right));
  return [
    ...(verdicts === undefined ? [] : [verdictNote(verdicts, run.parsing.length, terminal)]),
    ...(verdicts === undefined || atStake.length === 0
      ? []
      : [
          `Where they differ, so do fields: ${namesOf(atStake, (one) => `${oneLine(one.name)} in ${one.atStake} of ${verdicts.differing} (${alphaText(one, terminal)})`)}; pass rates may hang on how they are read.`,
        ]),
    ...(others.length === 0
      ? []
      : [
          `Judges disagree on ${namesOf(others, (one) => `${oneLine(one.name)} (${one.kind}, ${alphaText(one, terminal)})`)}.`,
        ]),
    ...run.parsing.flatMap(({ name, model }) =>
      withinNotes(
        several ? oneLine(model) : "The judge",
        within.filter(({ judge }) => judge === name),
        terminal,
      ),
    ),
  ];
}

/** On what a judge says other things of answers that replicates repeat word by word; nothing where it is as good as sure. */
function withinNotes(
  judge: string,
  said: readonly Consistency[],
  terminal: Pick<Terminal, "rich">,
): readonly string[] {
  const low = said
    .filter((one) => alphaOf(one) < leastAlpha)
    .sort((left, right) => alphaOf(left) - alphaOf(right));
  if (low.length === 0) return [];
  const names = namesOf(low, (one) => {
    const name = one.kind === "verdict" ? "the verdict" : oneLine(one.name);
    return `${name} (${one.differing} of ${pluralize(one.answers, "answer")}, ${alphaText(one, terminal)})`;
  });
  return [`${judge} does not say the same of the same words when asked again: ${names}.`];
}

function verdictNote(verdicts: Agreement, judges: number, terminal: Pick<Terminal, "rich">): string {
  const { answers, differing, rawAgreement, doubtful } = verdicts;
  const share =
    rawAgreement.value === null
      ? ""
      : ` (${percentText(rawAgreement.value)} %${judges > 2 ? " of pairs" : ""})`;
  const warning = doubtful ? ": too little to rely on" : "";
  return `Judges agree on ${answers - differing} of ${pluralize(answers, "verdict")}${share}, ${alphaText(verdicts, terminal, true)}${warning}.`;
}

const alphaOf = ({ krippendorffAlpha }: Pick<Agreement, "krippendorffAlpha">): number =>
  krippendorffAlpha.value ?? 1;

function alphaText(
  { krippendorffAlpha: { value, interval } }: Pick<Agreement, "krippendorffAlpha">,
  terminal: Pick<Terminal, "rich">,
  isWhole = false,
): string {
  const sign = terminal.rich ? "α" : "alpha";
  const name = isWhole ? `Krippendorff's ${sign}` : sign;
  if (value === null) return `${name} not defined`;
  const range = interval === null || !isWhole ? "" : ` ${rangeText(interval, placesOf, terminal)}`;
  return `${name} ${placesOf(value, terminal)}${range}`;
}

/** Two decimals, and no sign before zero. */
function placesOf(value: number, { rich }: Pick<Terminal, "rich">): string {
  const text = Number(value.toFixed(2)).toFixed(2);
  return rich ? text.replace("-", "−") : text;
}

function namesOf<One>(list: readonly One[], text: (one: One) => string): string {
  const more = list.length - mostNames;
  return `${list.slice(0, mostNames).map(text).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
