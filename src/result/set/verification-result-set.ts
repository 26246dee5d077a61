import { FromFile, isJsonObject, type JsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import { exportCsv } from "../export/csv-export.ts";
import type { CsvInfo } from "../export/csv-info.ts";
import type { ExportForm } from "../export/export-format.ts";
import { type ExportInfo, type ExportParts, exportJson } from "../export/json-export.ts";
import { type ReadExportOptions, readJsonExport } from "../export/read-json-export.ts";
import type { HeadedResults, SetHeader } from "../export/set-header.ts";
import { type ReadLogOptions, readResultLog } from "../log/read-log.ts";
import { resultToJson } from "../result-json.ts";
import type { ScenarioExecutionResult } from "../scenario-execution-result.ts";
import { answeringModel, parsingModel } from "../sections/metadata.ts";
import { getTraitByName } from "../sections/rubric.ts";
import type { VerificationResult } from "../verification-result.ts";
import { checkFilter, matchesFilter, type ResultFilter } from "./result-set-filter.ts";
import { type ResultSetSummary, summarizeSet } from "./result-set-summary.ts";
import { type TraitNames, traitNames } from "./rubric-traits.ts";

/** A scenario run that failed: which, and with what. */
type ScenarioError = readonly [description: string, error: Error];

/** What a set holds beside its results. */
interface ResultSetParts {
  readonly scenarioResults?: readonly ScenarioExecutionResult[] | null;
  readonly errors?: readonly ScenarioError[] | null;
  readonly header?: FromFile<SetHeader> | null;
}

/**
 * The results of a run, in order. For runs too large for memory, read their log one result at a time with `readResultLog`.
 *
 * @example
 * const wrong = results.filter({ outcomes: ["wrong"] });
 * for (const result of wrong) console.log(result.metadata.questionText, result.template?.parsedLlmResponse);
 */
export class VerificationResultSet implements Iterable<VerificationResult>, HeadedResults {
  readonly results: readonly VerificationResult[];
  /** Null outside scenario runs. */
  readonly scenarioResults: readonly ScenarioExecutionResult[] | null;
  /** Failed scenario runs; null when there are none. */
  readonly errors: readonly ScenarioError[] | null;
  /** What the file of the set says of its run, `header.toJSON()`; exports write it again. Null for other sets. */
  readonly header: FromFile<SetHeader> | null;

  constructor(results: Iterable<VerificationResult>, parts: ResultSetParts = {}) {
    this.results = [...results];
    this.scenarioResults = parts.scenarioResults ?? null;
    this.errors = parts.errors ?? null;
    this.header = parts.header ?? null;
  }

  /** All results of a log, in memory. See `readResultLog` for errors. */
  static async fromLog(file: string, options: ReadLogOptions = {}): Promise<VerificationResultSet> {
    return new VerificationResultSet(await Array.fromAsync(readResultLog(file, options)));
  }

  /** All results of a JSON export. See `readJsonExport` for errors. */
  static async fromJson(file: string, options: ReadExportOptions = {}): Promise<VerificationResultSet> {
    const { results, scenarioResults, metadata, sharedData } = await readJsonExport(file, options);
    const object = (value: JsonValue | undefined) => (isJsonObject(value) ? value : null);
    const header = new FromFile({
      verificationConfig: object(metadata.verification_config),
      rubricDefinition: object(sharedData.rubric_definition),
    });
    return new VerificationResultSet(results, { scenarioResults, header });
  }

  get length(): number {
    return this.results.length;
  }

  /** The result at a place; a negative index counts from the end. */
  at(index: number): VerificationResult | undefined {
    return this.results.at(index);
  }

  [Symbol.iterator](): Iterator<VerificationResult> {
    return this.results[Symbol.iterator]();
  }

  /**
   * The results that match everything given. Scenario results and errors are not carried over.
   *
   * @throws KareninaError `invalid_input` for what no filter has, with the nearest name, and for values that do not fit.
   */
  filter(filter: ResultFilter): VerificationResultSet {
    checkFilter(filter);
    return this.#part(this.results.filter((result) => matchesFilter(result, filter)));
  }

  /** One set per question id, in order of first appearance. */
  groupByQuestion(): ReadonlyMap<string, VerificationResultSet> {
    return this.#groupBy(({ metadata }) => metadata.questionId);
  }

  /**
   * One set per model's display string; with `both` per `answering / parsing`.
   *
   * @throws KareninaError `invalid_input` for anything else.
   */
  groupByModel(
    by: "answering" | "parsing" | "both" = "answering",
  ): ReadonlyMap<string, VerificationResultSet> {
    if (!["answering", "parsing", "both"].includes(by))
      throw new KareninaError("invalid_input", "groupByModel takes answering, parsing or both.");
    return this.#groupBy(({ metadata }) => {
      const models = { answering: answeringModel(metadata), parsing: parsingModel(metadata) };
      return by === "both" ? `${models.answering} / ${models.parsing}` : models[by];
    });
  }

  /** One set per replicate number; null holds the results of a run of one replicate. */
  groupByReplicate(): ReadonlyMap<number | null, VerificationResultSet> {
    return this.#groupBy(({ metadata }) => metadata.replicate);
  }

  #groupBy<K>(key: (result: VerificationResult) => K): ReadonlyMap<K, VerificationResultSet> {
    const groups = Map.groupBy(this.results, key);
    return new Map([...groups].map(([name, results]) => [name, this.#part(results)]));
  }

  #part(results: readonly VerificationResult[]): VerificationResultSet {
    return new VerificationResultSet(results, { header: this.header });
  }

  /** Results of questions with a template, verified or not: their pass rate is that of the whole set. */
  getTemplateResults(): VerificationResultSet {
    return this.filter({ hasTemplate: true });
  }

  /** Results whose rubric was evaluated. */
  getRubricsResults(): VerificationResultSet {
    return this.filter({ hasRubric: true });
  }

  /** Results with deep judgment of the template. */
  getJudgmentResults(): VerificationResultSet {
    return this.filter({ hasJudgment: true });
  }

  /** Results with deep judgment of the rubric. */
  getRubricJudgmentResults(): VerificationResultSet {
    return this.#part(
      this.results.filter((result) => result.deepJudgmentRubric?.deepJudgmentRubricPerformed),
    );
  }

  /** Question ids, sorted, each once. */
  getQuestionIds(): readonly string[] {
    return sortedUnique(this.results.map(({ metadata }) => metadata.questionId));
  }

  /** Display strings of the answering models, sorted, each once. */
  getModelNames(): readonly string[] {
    return sortedUnique(this.results.map(({ metadata }) => answeringModel(metadata)));
  }

  /** Names of the traits that have a score, by type, sorted. */
  getTraitNames(): TraitNames {
    return traitNames(this.results);
  }

  /**
   * A trait's values by result id, in order; results without a value are left out. The fields of a template trait are
   * asked for as `trait.field`.
   */
  getTraitScores(trait: string): ReadonlyMap<string, JsonValue> {
    const scores = this.results.flatMap(({ metadata, rubric }) => {
      const found = rubric === null ? null : getTraitByName(rubric, trait);
      return found === null ? [] : [[metadata.resultId, found[0]] as const];
    });
    return new Map(scores);
  }

  /** The set in numbers; every rate states its denominator. */
  getSummary(): ResultSetSummary {
    return summarizeSet(this.results);
  }

  /** The JSON export in pieces; see `exportJson`. */
  exportJson(
    info: ExportInfo & ExportForm,
    parts: Omit<ExportParts, "scenarioResults"> = {},
  ): AsyncGenerator<string> {
    return exportJson(this, info, parts);
  }

  /** The CSV export in pieces; see `exportCsv`. */
  exportCsv(info: CsvInfo): AsyncGenerator<string> {
    return exportCsv(this.results, info);
  }

  /** The results in their stored form, for `JSON.stringify`. */
  toJSON(): { readonly results: readonly JsonObject[] } {
    return { results: this.results.map(resultToJson) };
  }
}

const sortedUnique = (texts: readonly string[]): readonly string[] => [...new Set(texts)].sort();
