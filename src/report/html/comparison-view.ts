import {
  type ChangedQuestion,
  type Comparison,
  compareModels,
  compareRuns,
  type Label,
  type PairComparison,
  type WalkComparison,
} from "../../analysis/index.ts";
import { type Handover, handover, KareninaError } from "../../base/index.ts";
import type { ScenarioExecutionResult, VerificationResult } from "../../result/index.ts";
import {
  type BenchmarkOfRun,
  benchmarkCautions,
  cautionTexts,
  priceCautions,
} from "../text/caution-texts.ts";
import { matchedWalksText, walkCautions, walkRows, walkSideText } from "../text/compared-walks-text.ts";
import { correctedPassesText } from "../text/corrected-passes-text.ts";
import { differenceText, familiesText } from "../text/difference-text.ts";
import type { SideRow } from "../text/side-rows.ts";
import { changedText, countChanged, whoseText } from "../text/side-text.ts";

/** Models of one run side by side, or several runs. */
export interface ComparisonView extends Omit<Comparison, "pairs"> {
  /** Over which tests p values are adjusted, see `familiesText`; empty where nothing is tested. */
  readonly families: string;
  /** What all of it may mislead by, such as runs of other benchmarks, or prices that are not known. */
  readonly cautions: readonly string[];
  /** Each side with each later one. */
  readonly pairs: readonly ComparedPair[];
}

/** Two sides; of the questions that changed the first are listed. */
export interface ComparedPair
  extends Omit<
    PairComparison,
    "unmatchedQuestions" | "newFailures" | "broken" | "mended" | "walks" | "corrected"
  > {
  /** Their walks through scenarios; null where neither has any. */
  readonly walks: ComparedWalks | null;
  /** What the sides differ in beside what is compared, see `cautionTexts`. */
  readonly cautions: readonly string[];
  /** What persons would find, see `correctedPassesText`; empty without labels. */
  readonly corrected: readonly string[];
  readonly broken: ChangedQuestions;
  readonly mended: ChangedQuestions;
}

/** The walks of two sides as texts. */
interface ComparedWalks {
  readonly rows: readonly SideRow[];
  /** How they differ in success, whether that may be chance, and what was matched. */
  readonly about: readonly string[];
  readonly cautions: readonly string[];
  readonly broken: ChangedScenarios;
  readonly mended: ChangedScenarios;
}

/** Scenarios on which the sides differ; the first are listed. */
interface ChangedScenarios {
  /** Each once for every model and judge whose walks are compared apart. */
  readonly count: number;
  /** How many scenarios these are, in words. */
  readonly counted: string;
  readonly scenarios: readonly { readonly name: string; readonly a: string; readonly b: string }[];
}

/** Questions on which the sides differ. */
interface ChangedQuestions {
  readonly count: number;
  /** How many questions these are, and of what each is an entry; see `countChanged`. */
  readonly distinct: number;
  readonly each: string;
  readonly questions: readonly ChangedQuestion[];
}

const mostListed = 40;

/** Compares runs while they are read for something else. */
export interface RunningComparison {
  /** Where the results and the walks of the run at this place are handed to. */
  readonly runs: readonly {
    readonly results: Handover<VerificationResult>;
    readonly walks: Handover<ScenarioExecutionResult>;
  }[];
  /** Null where there is nothing to compare with. `nameOf`: a side's name as it is shown. */
  result(nameOf: (side: string) => string): Promise<ComparisonView | null>;
}

/** Begins to compare: several runs with one another, the answering models of a single one. */
export function beginComparison(
  compared: readonly BenchmarkOfRun[],
  labels?: readonly (readonly Label[])[],
): RunningComparison {
  const options = labels === undefined ? {} : { labels };
  const names = compared.map(({ name }) => name);
  const runs = names.map(() => ({
    results: handover<VerificationResult>(),
    walks: handover<ScenarioExecutionResult>(),
  }));
  const [only] = runs;
  const comparing =
    only !== undefined && runs.length === 1
      ? compareModels(only.results, { walks: only.walks, ...options })
      : compareRuns(
          runs.map((read, at) => ({ name: names[at] ?? "", ...read })),
          options,
        );
  const settled = comparing.catch((error: unknown) => {
    // a run of one model
    if (KareninaError.isInstance(error) && error.code === "invalid_input") return null;
    throw error;
  });
  // it is awaited when all is read, and then throws
  settled.catch(() => undefined);
  return {
    runs,
    async result(nameOf) {
      const comparison = await settled;
      if (comparison === null) return null;
      const cautions = [...benchmarkCautions(compared), ...priceCautions(comparison.pairs, nameOf)];
      return { ...viewOf(comparison, nameOf), cautions };
    },
  };
}

function viewOf(
  { pairs, sides, ...comparison }: Comparison,
  nameOf: (side: string) => string,
): Omit<ComparisonView, "cautions"> {
  return {
    ...comparison,
    families: familiesText(comparison),
    sides: sides.map(nameOf),
    pairs: pairs.map(
      ({
        unmatchedQuestions: _ids,
        newFailures: _failures,
        a,
        b,
        broken,
        mended,
        walks,
        corrected,
        ...pair
      }) => ({
        ...pair,
        walks: walks && walksOf(walks, { a: nameOf(a), b: nameOf(b), nameOf }, comparison),
        ...{ a: nameOf(a), b: nameOf(b) },
        cautions: cautionTexts(
          {
            ...pair,
            corrected,
            walks,
            modelsA: pair.modelsA.map(nameOf),
            modelsB: pair.modelsB.map(nameOf),
            judgesA: pair.judgesA.map(nameOf),
            judgesB: pair.judgesB.map(nameOf),
          },
          { a: nameOf(a), b: nameOf(b) },
        ),
        corrected: correctedPassesText({ corrected }, { a: nameOf(a), b: nameOf(b) }, { rich: true }),
        broken: listed(broken),
        mended: listed(mended),
      }),
    ),
  };
}

function walksOf(
  walks: WalkComparison,
  { nameOf, ...names }: { readonly a: string; readonly b: string; readonly nameOf: (side: string) => string },
  comparison: Pick<Comparison, "alpha" | "clusteredBy">,
): ComparedWalks {
  const signs = { rich: true };
  const { verdicts, spent } = walkRows(walks, signs);
  const shown = {
    modelsA: walks.modelsA.map(nameOf),
    modelsB: walks.modelsB.map(nameOf),
    judgesA: walks.judgesA.map(nameOf),
    judgesB: walks.judgesB.map(nameOf),
  };
  const changed = (scenarios: WalkComparison["broken"]): ChangedScenarios => ({
    count: scenarios.length,
    counted: changedText(scenarios, "scenario"),
    scenarios: scenarios.slice(0, mostListed).map((one) => ({
      name: `${one.scenario}${whoseText(one)}`,
      a: walkSideText(one.a, signs),
      b: walkSideText(one.b, signs),
    })),
  });
  return {
    rows: [...verdicts, ...spent],
    about: [
      ...(walks.successful.test === null
        ? []
        : [`Successful: ${differenceText(walks.successful, signs, { ...comparison, counted: "walk" })}`]),
      ...matchedWalksText(walks, names),
    ],
    cautions: walkCautions({ ...walks, ...shown }, names),
    broken: changed(walks.broken),
    mended: changed(walks.mended),
  };
}

const listed = (questions: readonly ChangedQuestion[]): ChangedQuestions => ({
  count: questions.length,
  ...countChanged(questions),
  questions: questions.slice(0, mostListed),
});
