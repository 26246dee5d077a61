import path from "node:path";
import { FromFile, type JsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import type { Rubric } from "../../rubric/index.ts";
import { exportCsv } from "../export/csv-export.ts";
import type { CsvInfo } from "../export/csv-info.ts";
import type { ExportForm } from "../export/export-format.ts";
import { type ExportInfo, type ExportParts, exportJson } from "../export/json-export.ts";
import { type ReadExportOptions, readJsonExport } from "../export/read-json-export.ts";
import { rubricFromDefinition } from "../export/rubric-from-definition.ts";
import {
  type HeadedResults,
  type SetHeader,
  setHeaderOfExport,
  setHeaderOfLog,
  tasksOf,
} from "../export/set-header.ts";
import { openResultPlaces, type ReadLogOptions } from "../log/read-log.ts";
import { readPlaces, readWalkPlaces } from "../log/read-places.ts";
import {
  hadTemplate,
  noOutcomes,
  type OutcomeCounts,
  outcomeOf,
  type PassShare,
  passShare,
} from "../outcome.ts";
import { resultToJson } from "../result-json.ts";
import type { ScenarioExecutionResult } from "../scenario-execution-result.ts";
import { answeringModel, parsingModel } from "../sections/metadata.ts";
import { getTraitByName } from "../sections/rubric.ts";
import type { VerificationResult } from "../verification-result.ts";
import type { Aggregate } from "./aggregate.ts";
import { findWalks } from "./find-walks.ts";
import { mergeHeaders, mergeSources, mergeWalks } from "./merge-sets.ts";
import { checkFilter, matchesFilter, type ResultFilter } from "./result-set-filter.ts";
import { type ResultSetSummary, summarizeSet } from "./result-set-summary.ts";
import { collectTraits, type TraitNames } from "./rubric-traits.ts";
import { logLineOfPart, saveSet } from "./save-set.ts";
import {
  noPart,
  type Part,
  type PartsOver,
  type ResultSetParts,
  type ScenarioError,
  walkErrors,
} from "./set-parts.ts";
import { listSource, logSource, type Source } from "./source.ts";

/**
 * The results of a run, in order. Those of a log stay in it and are read whenever they are asked for: a set of 100,000
 * takes a second to open and few megabytes, and so do its parts. `results` reads them all and keeps them.
 *
 * @example
 * const results = await VerificationResultSet.fromLog("run.jsonl");
 * const wrong = results.filter({ outcomes: ["wrong"] });
 * for (const result of wrong) console.log(result.metadata.questionText, result.template?.parsedLlmResponse);
 */
export class VerificationResultSet implements HeadedResults {
  /** What the file of the set says of its run, `header.toJSON()`; exports write it again. Null for other sets. */
  readonly header: FromFile<SetHeader> | null;
  #source: Source<VerificationResult>;
  #list: readonly VerificationResult[] | undefined;
  /** Null outside scenario runs. */
  #walks: Source<ScenarioExecutionResult> | null;
  #errors: readonly ScenarioError[] | null;
  /** The first line of the log the set comes from; of an export the members that it has too. */
  #logLine: JsonObject | null = null;

  constructor(results: Iterable<VerificationResult>, parts: ResultSetParts = {}) {
    this.#list = [...results];
    this.#source = listSource(this.#list);
    this.#walks = parts.scenarioResults ? listSource(parts.scenarioResults) : null;
    this.#errors = parts.errors ?? null;
    this.header = parts.header ?? null;
  }

  /**
   * The results of a log, which stay in it: by the places of their questions in the run, those of one question as they were
   * finished. What is written to the log later is not in the set. See `readResultLog` for errors; a line that is damaged
   * behind its beginning is told when its result is asked for.
   */
  static async fromLog(file: string, options: ReadLogOptions = {}): Promise<VerificationResultSet> {
    const full = path.resolve(file);
    const { header, log, places, walks } = await openResultPlaces(full, options);
    const line = header.content.toJSON();
    const hasWalks = header.scenarios !== undefined || walks.length > 0;
    return VerificationResultSet.#over(
      logSource(places, (wanted) => readPlaces(log, wanted)),
      {
        walks: hasWalks ? logSource(walks, (wanted) => readWalkPlaces(log, wanted)) : null,
        header: new FromFile(setHeaderOfLog(line)),
        logLine: line,
      },
    );
  }

  /** All results of a JSON export. See `readJsonExport` for errors. */
  static async fromJson(file: string, options: ReadExportOptions = {}): Promise<VerificationResultSet> {
    const { results, scenarioResults, metadata, sharedData } = await readJsonExport(file, options);
    const header = setHeaderOfExport(metadata, sharedData);
    const set = new VerificationResultSet(results, { scenarioResults, header: new FromFile(header) });
    set.#logLine = { tasks: tasksOf(metadata) };
    return set;
  }

  /**
   * The results of several sets, each once by its result id, in their order, and their walks, each once by its turns. The header
   * has what all sets say alike, or only one does, and the traits of all.
   *
   * @throws KareninaError `invalid_input` for two results that share an id and are not the same, and for such walks.
   * @example
   * const all = VerificationResultSet.merge([monday, tuesday]);
   */
  static merge(sets: readonly VerificationResultSet[]): VerificationResultSet {
    const walks = sets.flatMap((set) => set.#walks ?? []);
    const merged = VerificationResultSet.#over(mergeSources(sets.map((set) => set.#source)), {
      header: mergeHeaders(sets),
      walks: walks.length === 0 ? null : mergeWalks(walks),
    });
    const errors = sets.flatMap((set) => set.#errors ?? []);
    if (errors.length > 0) merged.#errors = errors;
    const [first, ...others] = sets;
    if (first !== undefined && others.length === 0) merged.#logLine = first.#logLine;
    return merged;
  }

  static #over(
    source: Source<VerificationResult>,
    { walks, header, logLine = null }: PartsOver,
  ): VerificationResultSet {
    const set = new VerificationResultSet([], { header });
    set.#source = source;
    set.#list = undefined;
    set.#walks = walks;
    set.#logLine = logLine;
    return set;
  }

  /**
   * The walks through scenarios that have ended, by the places of their scenarios in the run; null outside scenario runs. Those
   * of a log are read whenever they are asked for.
   */
  get scenarioResults(): readonly ScenarioExecutionResult[] | null {
    return this.#walks === null ? null : [...this.#walks];
  }

  /** The walks that could not go on, and why; null where there are none. */
  get errors(): readonly ScenarioError[] | null {
    if (this.#errors !== null || this.#walks === null) return this.#errors;
    return walkErrors(this.#walks);
  }

  /** All results, in memory from then on. */
  get results(): readonly VerificationResult[] {
    if (this.#list === undefined) {
      this.#list = [...this.#source];
      this.#source = listSource(this.#list);
    }
    return this.#list;
  }

  get length(): number {
    return this.#source.length;
  }

  /** The result at a place; a negative index counts from the end. */
  at(index: number): VerificationResult | undefined {
    const place = Math.trunc(index) || 0;
    return this.#source.at(place < 0 ? place + this.length : place);
  }

  [Symbol.iterator](): Iterator<VerificationResult> {
    return this.#source[Symbol.iterator]();
  }

  /**
   * The results that match everything given, or that a function says yes to, and the walks that one of them is a turn of.
   *
   * @throws KareninaError `invalid_input` for what no filter has, with the nearest name, and for values that do not fit.
   * @example
   * results.filter({ keywords: ["safety"], outcomes: ["wrong"] });
   * results.filter(({ metadata }) => metadata.executionTime > 60);
   */
  filter(filter: ResultFilter | ((result: VerificationResult) => boolean)): VerificationResultSet {
    if (typeof filter !== "function") checkFilter(filter);
    const matches =
      typeof filter === "function" ? filter : (one: VerificationResult) => matchesFilter(one, filter);
    return this.#split(() => null, matches).get(null) ?? this.#part(noPart());
  }

  /**
   * One set per key that a function gives a result, in order of first appearance.
   *
   * @example
   * results.groupBy((result) => result.metadata.runName ?? "");
   */
  groupBy<Key>(key: (result: VerificationResult) => Key): ReadonlyMap<Key, VerificationResultSet> {
    return this.#split(key, () => true);
  }

  /** One set per question id, in order of first appearance. */
  groupByQuestion(): ReadonlyMap<string, VerificationResultSet> {
    return this.groupBy(({ metadata }) => metadata.questionId);
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
    return this.groupBy(({ metadata }) => {
      const models = { answering: answeringModel(metadata), parsing: parsingModel(metadata) };
      return by === "both" ? `${models.answering} / ${models.parsing}` : models[by];
    });
  }

  /** One set per replicate number; null holds the results of a run of one replicate. */
  groupByReplicate(): ReadonlyMap<number | null, VerificationResultSet> {
    return this.groupBy(({ metadata }) => metadata.replicate);
  }

  #split<Key>(
    keyOf: (result: VerificationResult) => Key,
    isKept: (result: VerificationResult) => boolean,
  ): ReadonlyMap<Key, VerificationResultSet> {
    const groups = new Map<Key, Part>();
    const walksOf = this.#walks === null ? undefined : findWalks(this.#walks);
    let at = -1;
    for (const result of this) {
      at++;
      if (!isKept(result)) continue;
      const key = keyOf(result);
      const part = groups.get(key) ?? noPart();
      groups.set(key, part);
      part.results.push(at);
      for (const walk of walksOf?.(result) ?? []) part.walks.add(walk);
    }
    return new Map(Array.from(groups, ([key, part]) => [key, this.#part(part)]));
  }

  /** A part has the walks that one of its results is a turn of. */
  #part({ results, walks }: Part): VerificationResultSet {
    return VerificationResultSet.#over(this.#source.pick(results), {
      walks: this.#walks?.pick([...walks].sort((left, right) => left - right)) ?? null,
      header: this.header,
      logLine: logLineOfPart(this.#logLine),
    });
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
    return this.filter((result) => result.deepJudgmentRubric?.deepJudgmentRubricPerformed ?? false);
  }

  /** Question ids, sorted, each once. */
  getQuestionIds(): readonly string[] {
    return sortedUnique(this, ({ metadata }) => metadata.questionId);
  }

  /** Display strings of the answering models, sorted, each once. */
  getModelNames(): readonly string[] {
    return sortedUnique(this, ({ metadata }) => answeringModel(metadata));
  }

  /** Names of the traits that have a score, by type, sorted. */
  getTraitNames(): TraitNames {
    const traits = collectTraits();
    for (const result of this) traits.add(result);
    return traits.names();
  }

  /**
   * A trait's values by result id, in order; results without a value are left out. The fields of a template trait are
   * asked for as `trait.field`.
   */
  getTraitScores(trait: string): ReadonlyMap<string, JsonValue> {
    const scores = new Map<string, JsonValue>();
    for (const { metadata, rubric } of this) {
      const found = rubric === null ? null : getTraitByName(rubric, trait);
      if (found !== null) scores.set(metadata.resultId, found[0]);
    }
    return scores;
  }

  /**
   * One value for each group of results, in order of first appearance. Results without a value are left out, and a group
   * of such has null. `how` is `meanOf`, `medianOf`, `modeOf`, `majorityOf`, `firstOf`, `countOf`, or any function of a list.
   *
   * @example
   * const byModel = (result: VerificationResult) => answeringModel(result.metadata);
   * results.aggregate(byModel, (result) => result.template?.verifyGranularResult as number | null, meanOf);
   */
  aggregate<Key, Value, Summary>(
    by: (result: VerificationResult) => Key,
    value: (result: VerificationResult) => Value | null | undefined,
    how: Aggregate<Value, Summary>,
  ): ReadonlyMap<Key, Summary | null> {
    const groups = new Map<Key, Value[]>();
    for (const result of this) {
      const key = by(result);
      const values = groups.get(key) ?? [];
      groups.set(key, values);
      const found = value(result);
      if (found !== null && found !== undefined) values.push(found);
    }
    return new Map(Array.from(groups, ([key, values]) => [key, values.length === 0 ? null : how(values)]));
  }

  /**
   * The pass rate of each group of results, with its denominator; see `getSummary` for that of all.
   *
   * @example
   * for (const [run, { passed, of }] of results.passRates((result) => result.metadata.runName)) console.log(run, passed, of);
   */
  passRates<Key>(by: (result: VerificationResult) => Key): ReadonlyMap<Key, PassShare> {
    const groups = new Map<Key, OutcomeCounts>();
    for (const result of this) {
      const key = by(result);
      const counts = groups.get(key) ?? noOutcomes();
      groups.set(key, counts);
      if (hadTemplate(result)) counts[outcomeOf(result)]++;
    }
    return new Map(Array.from(groups, ([key, counts]) => [key, passShare(counts)]));
  }

  /** The rubrics that the file of the set shows, as one, for reading scores; null where it shows none. See `rubricFromDefinition`. */
  getRubric(): Rubric | null {
    const definition = this.header?.toJSON().rubricDefinition ?? null;
    return definition === null ? null : rubricFromDefinition(definition);
  }

  /** The set in numbers; every rate states its denominator. */
  getSummary(): ResultSetSummary {
    return summarizeSet(this);
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
    return exportCsv(this, info);
  }

  /**
   * Writes the set as the ending of the file says, replacing one that exists: `.json` (with the header), `.jsonl` (a
   * results log that is read, but not continued) or `.csv`. The first two read again give an equal set, and say of how many
   * tasks its run is where the set is the whole of a file that does.
   *
   * @throws KareninaError `invalid_input` for another ending, `file_unwritable`.
   * @example
   * await results.filter({ outcomes: ["wrong"] }).save("wrong.json");
   */
  save(file: string): Promise<void> {
    const { header, scenarioResults } = this;
    const iterate = () => this[Symbol.iterator]();
    return saveSet({ header, scenarioResults, logLine: this.#logLine, [Symbol.iterator]: iterate }, file);
  }

  /** The results in their stored form, for `JSON.stringify`. */
  toJSON(): { readonly results: readonly JsonObject[] } {
    return { results: Array.from(this, resultToJson) };
  }
}

function sortedUnique(
  results: Iterable<VerificationResult>,
  text: (result: VerificationResult) => string,
): readonly string[] {
  const texts = new Set<string>();
  for (const result of results) texts.add(text(result));
  return [...texts].sort();
}
