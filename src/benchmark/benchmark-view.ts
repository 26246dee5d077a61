import {
  type Clock,
  type JsonObject,
  type JsonValue,
  KareninaError,
  nearestNames,
  ownEntry,
} from "../base/index.ts";
import { type DynamicRubric, mergedRubric, type Rubric, type TraitProvenance } from "../rubric/index.ts";
import type { ScenarioProblem } from "../scenario/index.ts";
import type { BenchmarkContent, CheckpointWarning } from "./benchmark-content.ts";
import { countByField, type FieldCount } from "./query/count-by-field.ts";
import {
  filterByMetadata,
  filterQuestions,
  type MetadataMatch,
  type QuestionFilter,
} from "./query/filter-questions.ts";
import { type SearchOptions, searchQuestions } from "./query/search-questions.ts";
import type { Question } from "./question/question.ts";
import { QuestionStore } from "./question/question-store.ts";
import { sameBenchmark } from "./report/benchmark-equality.ts";
import {
  type BenchmarkStatistics,
  type BenchmarkSummary,
  progressOf,
  statisticsOf,
  summarize,
} from "./report/benchmark-summary.ts";
import { benchmarkCsv } from "./report/export-csv.ts";
import { benchmarkMarkdown } from "./report/export-markdown.ts";
import { benchmarkRecord } from "./report/export-record.ts";
import { type Readiness, readinessOf } from "./report/readiness.ts";
import {
  dynamicRubricOf,
  globalDynamicRubricOf,
  globalRubricOf,
  globalRubrics,
  rubricOf,
} from "./rubrics/rubrics.ts";
import { checkQuestionNames, questionOwner } from "./rubrics/trait-names.ts";
import { type RubricProblem, validateRubrics } from "./rubrics/validate-rubrics.ts";
import { type HeldScenario, heldProblems } from "./scenarios/held-scenario.ts";
import type { BenchmarkScenario } from "./scenarios/make-definition.ts";

const listed = (names: readonly string[], between: string) =>
  names.map((name) => JSON.stringify(name)).join(between);

/** The half of a benchmark that only looks: what it says, its questions, its figures, its exports. */
export abstract class BenchmarkView {
  protected readonly questions: QuestionStore;
  protected header: Omit<BenchmarkContent, "questions">;

  constructor({ questions, ...header }: BenchmarkContent, clock: Clock) {
    this.header = header;
    this.questions = new QuestionStore(questions, {
      clock,
      admit: (question, before) => checkQuestionNames(question, before, globalRubrics(this.header)),
    });
  }

  /** Everything it holds, as data. */
  get content(): BenchmarkContent {
    return { ...this.header, questions: this.questions.list() };
  }

  get name(): string {
    return this.header.name;
  }

  get description(): string {
    return this.header.description;
  }

  get version(): string {
    return this.header.version;
  }

  get creator(): JsonValue | undefined {
    return this.header.creator;
  }

  get dateCreated(): string {
    return this.header.dateCreated;
  }

  get dateModified(): string {
    return this.header.dateModified;
  }

  /** What its file held when it was opened that was kept but cannot be used. */
  get warnings(): readonly CheckpointWarning[] {
    return this.header.warnings;
  }

  /** How many scenarios it holds. */
  get scenarioCount(): number {
    return this.header.scenarios.length;
  }

  /** True when it holds scenarios and no questions, which is all that the Python system opens of them. */
  get isScenarioBenchmark(): boolean {
    return this.scenarioCount > 0 && this.size === 0;
  }

  /** Its scenarios, in the order in which they were added. */
  getScenarios(): readonly BenchmarkScenario[] {
    return this.header.scenarios.map(({ definition }) => definition);
  }

  /** The scenario of a name. Throws `invalid_input` naming the nearest names when there is none. */
  getScenario(name: string): BenchmarkScenario {
    return this.#scenario(name).definition;
  }

  /** Everything about a scenario that is not as it should be; one with errors cannot be run. */
  scenarioProblems(name: string): readonly ScenarioProblem[] {
    return heldProblems(this.#scenario(name));
  }

  #scenario(name: string): HeldScenario {
    const { scenarios } = this.header;
    const held = scenarios.find(({ definition }) => definition.name === name);
    if (held !== undefined) return held;
    const names = scenarios.map(({ definition }) => definition.name);
    const near = nearestNames(name, names);
    const known =
      near.length > 0 ? `Did you mean ${listed(near, " or ")}?` : `It has ${listed(names, ", ") || "none"}.`;
    throw new KareninaError("invalid_input", `No scenario has the name ${JSON.stringify(name)}.`, {
      hint: known,
    });
  }

  /** Its scenarios as a phrase such as `3 scenarios`; undefined: it has none. */
  get scenarioNote(): string | undefined {
    const { length } = this.header.scenarios;
    if (length === 0) return undefined;
    return length === 1 ? "1 scenario" : `${length} scenarios`;
  }

  /** The user's own properties of the benchmark. */
  get customProperties(): JsonObject {
    return this.header.customProperties;
  }

  /** Traits that apply to every question; empty when there are none. */
  getGlobalRubric(): Rubric {
    return globalRubricOf(this.header);
  }

  /** Traits that apply to every question whose answer touches what they are about; null when there are none. */
  getGlobalDynamicRubric(): DynamicRubric | null {
    return globalDynamicRubricOf(this.header);
  }

  /** The traits of a question alone; empty when it has none. */
  getQuestionRubric(id: string): Rubric {
    return rubricOf(this.getQuestion(id));
  }

  /** The dynamic traits of a question alone; null when it has none. */
  getQuestionDynamicRubric(id: string): DynamicRubric | null {
    return dynamicRubricOf(this.getQuestion(id));
  }

  /**
   * The traits that apply to a question whatever the answer: those of the benchmark, then its own. Throws
   * `invalid_input` naming every trait that both have.
   */
  mergedRubric(id: string): { readonly rubric: Rubric; readonly provenance: TraitProvenance } {
    const question = this.getQuestion(id);
    const { rubric, provenance } = mergedRubric(
      this.getGlobalRubric(),
      rubricOf(question),
      questionOwner(question),
    );
    return { rubric, provenance };
  }

  /** Everything wrong with the rubrics; empty when they can be used. */
  validateRubrics(): readonly RubricProblem[] {
    return validateRubrics(this.content);
  }

  getQuestion(id: string): Question {
    return this.questions.get(id);
  }

  /** A placeholder in a file is no template. */
  hasTemplate(id: string): boolean {
    return this.getQuestion(id).template !== undefined;
  }

  /** Ids of the questions without a template. */
  getMissingTemplates(): readonly string[] {
    return this.filterQuestions({ hasTemplate: false }).map(({ id }) => id);
  }

  getFinishedQuestions(): readonly Question[] {
    return this.filterQuestions({ finished: true });
  }

  getUnfinishedQuestions(): readonly Question[] {
    return this.filterQuestions({ finished: false });
  }

  /** The value of a question's own property; undefined when it has none of that name. */
  getQuestionCustomProperty(id: string, name: string): JsonValue | undefined {
    return ownEntry(this.getQuestion(id).customMetadata, name);
  }

  /** See {@link filterQuestions}. */
  filterQuestions(filter: QuestionFilter): readonly Question[] {
    return filterQuestions(this.questions.list(), filter);
  }

  /** See {@link filterByMetadata}. */
  filterByMetadata(path: string, value: JsonValue | RegExp, mode?: MetadataMatch): readonly Question[] {
    return filterByMetadata(this.questions.list(), path, value, mode);
  }

  /** See {@link searchQuestions}. */
  searchQuestions(query: string | readonly string[], options?: SearchOptions): readonly Question[] {
    return searchQuestions(this.questions.list(), query, options);
  }

  /** See {@link countByField}. */
  countByField(path: string): readonly FieldCount[] {
    return countByField(this.questions.list(), path);
  }

  /** Finished questions in percent; 0 for an empty benchmark. */
  getProgress(): number {
    return progressOf(this.content);
  }

  /** Not empty, every question finished and with a template. */
  get isComplete(): boolean {
    return this.getSummary().isComplete;
  }

  getSummary(): BenchmarkSummary {
    return summarize(this.content);
  }

  getStatistics(): BenchmarkStatistics {
    return statisticsOf(this.content);
  }

  /** Whether it can be verified, and what stands in the way. No template is executed. */
  checkReadiness(): Readiness {
    return readinessOf(this.content);
  }

  /** The benchmark as one JSON object for other programs. */
  toDict(): JsonObject {
    return benchmarkRecord(this.content);
  }

  toCsv(): string {
    return benchmarkCsv(this.content);
  }

  toMarkdown(): string {
    return benchmarkMarkdown(this.content);
  }

  /** Number of questions. */
  get size(): number {
    return this.questions.size;
  }

  has(id: string): boolean {
    return this.questions.has(id);
  }

  /** The question at a place; negative counts from the end. Undefined outside. */
  at(index: number): Question | undefined {
    return this.questions.list().at(index);
  }

  [Symbol.iterator](): IterableIterator<Question> {
    return this.questions.list()[Symbol.iterator]();
  }

  /** True when both say the same: everything but dates and files. */
  equals(other: BenchmarkView): boolean {
    return sameBenchmark(this.content, other.content);
  }
}
