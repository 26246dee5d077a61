import { KareninaError, oneLine } from "../../../base/index.ts";
import { selectResults } from "../../../query/index.ts";
import {
  canonicalKey,
  displayString,
  type ModelIdentity,
  matchesFilter,
  type ResultFilter,
  type ResultsFile,
  type VerificationResult,
} from "../../../result/index.ts";
import { usageError } from "../../failure.ts";
import { chooseName, type Named, placeText } from "./choose-name.ts";
import type { ShowOptions } from "./show-command.ts";

/** Which results are wanted. */
export interface ChosenResults {
  readonly isWanted: (result: VerificationResult) => boolean;
  /** The wanted results, where choosing them has found them all on the way. */
  readonly found: readonly VerificationResult[] | undefined;
  /** At most so many of them; undefined: all. */
  readonly limit: number | undefined;
}

type Choice = Pick<
  ShowOptions,
  | "question"
  | "scenario"
  | "model"
  | "judge"
  | "replicate"
  | "outcome"
  | "keyword"
  | "trait"
  | "where"
  | "limit"
>;

/**
 * What the options choose. Where they name questions or models, the results are read once; ids and names are kept of
 * them, and the results of a question that is given by its whole id or its place. Of a log no others are read where a place with `#` in
 * front is all that is named.
 *
 * @param hint what to do when an option means nothing in these results, or several things
 * @throws KareninaError `configuration` in those cases, and for a condition that is none; `missing_dependency` for a condition
 * where DuckDB is not installed.
 */
export async function chooseResults(
  options: Choice,
  file: ResultsFile,
  hint: string,
): Promise<ChosenResults> {
  const { question, scenario, model, judge, limit } = options;
  const selected = options.where === undefined ? undefined : await selectedBy(options.where, file);
  const matches: ChosenResults["isWanted"] = (result) =>
    selected?.has(result.metadata.resultId) !== false && matchesFilter(result, filterOf(options));
  if ([question, scenario, model, judge].every((name) => name === undefined))
    return { isWanted: matches, found: undefined, limit };
  const { place } = /^#(?<place>\d+)$/.exec(question?.trim() ?? "")?.groups ?? {};
  if (place !== undefined && [scenario, model, judge].every((name) => name === undefined)) {
    const found = await Array.fromAsync(file.read(Number(place)));
    if (found.length > 0) return { isWanted: matches, found: found.filter(matches), limit };
  }

  const { questions, scenarios, models, judges, candidates } = await readNames(file, question?.trim());
  const choose = (wanted: string | undefined, option: string, noun: string, among: readonly Named[]) =>
    wanted === undefined ? undefined : chooseName(wanted, { option, noun, among, hint });
  const questionIds = choose(question, "--question", "question", questions);
  const scenarioIds = choose(scenario, "--scenario", "scenario", scenarios);
  const modelKeys = choose(model, "--model", "model", models);
  const judgeKeys = choose(judge, "--judge", "judge", judges);
  const isQuestion: ChosenResults["isWanted"] = ({ metadata }) =>
    questionIds?.has(metadata.questionId) !== false;
  const isWanted: ChosenResults["isWanted"] = (result) =>
    matches(result) &&
    isQuestion(result) &&
    scenarioIds?.has(result.metadata.scenarioId ?? "") !== false &&
    modelKeys?.has(canonicalKey(result.metadata.answering)) !== false &&
    judgeKeys?.has(canonicalKey(result.metadata.parsing)) !== false;
  return { isWanted, found: candidates.some(isQuestion) ? candidates.filter(isWanted) : undefined, limit };
}

/** The ids of the results for which a condition holds. */
async function selectedBy(condition: string, file: ResultsFile): Promise<ReadonlySet<string>> {
  try {
    return await selectResults({ ...file, name: file.path }, condition);
  } catch (error) {
    if (!KareninaError.isInstance(error) || error.code !== "invalid_input") throw error;
    // below it DuckDB repeats the statement, of which the condition is only a part
    const [said = ""] = error.message.split(/\n\s*LINE \d+:/);
    throw usageError(`--where: ${oneLine(said)}`, "`karenina query --tables results` lists the columns.");
  }
}

function filterOf({ replicate, outcome, keyword, trait }: Choice): ResultFilter {
  return {
    ...(replicate !== undefined && { replicates: [replicate] }),
    ...(outcome !== undefined && { outcomes: outcome }),
    ...(keyword !== undefined && { keywords: keyword }),
    ...(trait !== undefined && { traits: trait }),
  };
}

/** The wanted results of a file, one at a time. */
export async function* wantedResults(
  file: ResultsFile,
  { isWanted, found, limit = Number.POSITIVE_INFINITY }: ChosenResults,
): AsyncGenerator<VerificationResult> {
  let count = 0;
  for await (const result of found ?? file.read()) {
    if (!isWanted(result)) continue;
    yield result;
    count += 1;
    if (count >= limit) return;
  }
}

/** As much of a question's text is compared with what was given. */
const longestName = 1000;

async function readNames(file: ResultsFile, question: string | undefined) {
  const questions = new Map<string, Named>();
  const scenarios = new Map<string, Named>();
  const models = new Map<string, Named>();
  const judges = new Map<string, Named>();
  const candidates: VerificationResult[] = [];
  let atPlace: string | undefined;
  for await (const result of file.read()) {
    const { questionId, questionText, scenarioId, answering, parsing } = result.metadata;
    if (scenarioId !== null) scenarios.set(scenarioId, { key: scenarioId, names: [scenarioId] });
    const place = file.placeOf(questionId);
    if (question !== undefined && String(place) === placeText(question)) atPlace = questionId;
    questions.set(questionId, {
      key: questionId,
      names: [questionId, questionText.slice(0, longestName)],
      place,
    });
    addModel(models, answering);
    addModel(judges, parsing);
    if (questionId === question || questionId === atPlace) candidates.push(result);
  }
  return {
    questions: [...questions.values()],
    scenarios: [...scenarios.values()],
    models: [...models.values()],
    judges: [...judges.values()],
    candidates,
  };
}

function addModel(models: Map<string, Named>, identity: ModelIdentity): void {
  const key = canonicalKey(identity);
  if (models.has(key)) return;
  const { configId, modelName } = identity;
  models.set(key, {
    key,
    names: [...(configId === null ? [] : [configId]), modelName, displayString(identity)],
  });
}
