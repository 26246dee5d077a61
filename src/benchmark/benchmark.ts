import { type Clock, isoTimestamp, type JsonValue, KareninaError, systemClock } from "../base/index.ts";
import type { BenchmarkContent, BenchmarkHeader } from "./benchmark-content.ts";
import { checkpointPath, loadBenchmarkFile, saveBenchmarkFile } from "./benchmark-file.ts";
import { BenchmarkRubrics } from "./benchmark-rubrics.ts";
import { contentForPython } from "./checkpoint/carried-template.ts";
import { withoutProperty, withProperty } from "./custom-properties.ts";
import { type HeaderChanges, type HeaderInput, headerFrom, headerWith } from "./header-input.ts";
import type { QuestionChanges, QuestionInput } from "./question/question-input.ts";
import type { TemplateInput } from "./question/question-template.ts";
import { addableScenario, type BenchmarkScenario } from "./scenarios/make-definition.ts";
import type { Scenario } from "./scenarios/scenario.ts";

/** Where a benchmark runs, beside what it holds. */
interface BenchmarkSetting {
  /** Folder that the questions' workspace paths are relative to. Never stored in the file. */
  readonly workspaceRoot?: string | undefined;
  /** Folder that attachments' paths start from and stay inside. Never stored. Default: the folder of the benchmark's file. */
  readonly attachmentsRoot?: string | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** How a file is opened. */
interface LoadOptions extends BenchmarkSetting {
  /** It will not be saved: nothing is kept that only saving needs, a third of the memory of a large file. Default false. */
  readonly readOnly?: boolean | undefined;
}

/** What a benchmark is built from; see {@link Benchmark.create} and {@link Benchmark.load}. */
interface BenchmarkState extends BenchmarkSetting {
  readonly content: BenchmarkContent;
  /** The file it was loaded from or saved to. */
  readonly path?: string | undefined;
}

/** A class of benchmarks: this one, or one that adds to it. */
type BenchmarkClass<Kind extends Benchmark> = new (state: BenchmarkState) => Kind;

/**
 * A benchmark: questions with answer templates and rubrics, and scenarios made of such questions. What it hands out is readonly; it changes only through
 * its methods. An id that does not exist throws `invalid_input` and names the nearest ids.
 *
 * @example
 * const benchmark = Benchmark.create({ name: "Capitals" });
 * benchmark.addQuestion({ question: "What is the capital of France?", rawAnswer: "Paris" });
 * await benchmark.save("capitals.jsonld");
 */
export class Benchmark extends BenchmarkRubrics {
  /** Folder that the questions' workspace paths are relative to. Never stored in the file. */
  workspaceRoot: string | undefined;
  /**
   * Folder that the attachments of questions are relative to and stay inside. Never stored in the file. Undefined: the folder of
   * the file it was loaded from or last saved to.
   */
  attachmentsRoot: string | undefined;
  readonly #clock: Clock;
  #path: string | undefined;

  constructor({ content, path, workspaceRoot, attachmentsRoot, clock = systemClock }: BenchmarkState) {
    super(content, clock);
    this.#clock = clock;
    this.#path = path;
    this.workspaceRoot = workspaceRoot;
    this.attachmentsRoot = attachmentsRoot;
  }

  /** A new benchmark without questions. Throws `invalid_input` for an empty name. */
  static create<Kind extends Benchmark>(
    this: BenchmarkClass<Kind>,
    options: HeaderInput & BenchmarkSetting,
  ): Kind {
    const { workspaceRoot, attachmentsRoot, clock = systemClock, ...header } = options;
    return new this({
      content: { ...headerFrom(header, clock), questions: [], warnings: [] },
      workspaceRoot,
      attachmentsRoot,
      clock,
    });
  }

  /**
   * Opens a checkpoint file, or one in YAML (`.yaml`, `.yml`); nothing in it is executed. What cannot be used is kept
   * and stands in `warnings`. Throws `CheckpointError` (`invalid_input`) with every problem of a file that is none of
   * these, `file_not_found`, `file_unreadable`, or `format_from_future`.
   */
  static async load<Kind extends Benchmark>(
    this: BenchmarkClass<Kind>,
    path: string,
    { readOnly, ...setting }: LoadOptions = {},
  ): Promise<Kind> {
    return new this({ content: await loadBenchmarkFile(path, readOnly), path, ...setting });
  }

  /**
   * Writes the benchmark and returns its path: YAML for `.yaml` and `.yml`, else a checkpoint, where a suffix other than
   * `.jsonld` and `.json` is replaced by `.jsonld`. A YAML file keeps its comments, and all that did not change.
   * Without a path it goes to the file it was last loaded from or saved to.
   */
  async save(path = this.#path): Promise<string> {
    if (path === undefined) {
      throw new KareninaError("invalid_input", "This benchmark has no file yet.", {
        hint: "Give save a path.",
      });
    }
    this.#touch();
    this.#path = await saveBenchmarkFile(this.content, path);
    return this.#path;
  }

  /**
   * Writes a checkpoint that the Python system opens, and returns its path. Templates in TypeScript cannot run there:
   * questions have a placeholder and carry them in their custom metadata, where {@link Benchmark.load} finds them.
   */
  async saveForPython(path: string): Promise<string> {
    return saveBenchmarkFile(contentForPython(this.content), checkpointPath(path));
  }

  /** A benchmark of the same class with the same content that changes on its own. */
  clone(): this {
    const { content, workspaceRoot, attachmentsRoot } = this;
    // The language types `constructor` as Function; subclasses keep the constructor's signature.
    const Kind = this.constructor as BenchmarkClass<this>;
    return new Kind({ content, path: this.#path, workspaceRoot, attachmentsRoot, clock: this.#clock });
  }

  /** The file it was loaded from or last saved to. */
  get path(): string | undefined {
    return this.#path;
  }

  /** Changes what the benchmark says about itself. */
  setMetadata(changes: HeaderChanges): void {
    this.changeHeader(headerWith(this.header, changes));
  }

  /** Throws `invalid_input` for a name that belongs to the format. */
  setCustomProperty(name: string, value: JsonValue): void {
    this.changeHeader({ customProperties: withProperty(this.customProperties, name, value, "benchmark") });
  }

  /** False when there was no such property. */
  removeCustomProperty(name: string): boolean {
    const removed = withoutProperty(this.customProperties, name);
    if (removed !== undefined) this.changeHeader({ customProperties: removed });
    return removed !== undefined;
  }

  /** Adds a question and returns its id. Throws `invalid_input` for a wrong field or an id that is taken. */
  addQuestion(input: QuestionInput): string {
    const id = this.questions.add(input);
    this.#touch();
    return id;
  }

  /** Adds questions in order and returns their ids; `finished` is for those that do not say. */
  addQuestions(
    inputs: readonly QuestionInput[],
    { finished = true }: { readonly finished?: boolean } = {},
  ): readonly string[] {
    return inputs.map((input) => this.addQuestion({ ...input, finished: input.finished ?? finished }));
  }

  /** Changes fields of a question; undefined leaves a field, null takes an optional one away. The id stays. */
  updateQuestion(id: string, changes: QuestionChanges): void {
    this.questions.update(id, changes);
    this.#touch();
  }

  /** False when there was no such question. */
  removeQuestion(id: string): boolean {
    const removed = this.questions.remove(id);
    if (removed) this.#touch();
    return removed;
  }

  /** Returns how many questions were removed. */
  clearQuestions(): number {
    this.#touch();
    return this.questions.clear();
  }

  /**
   * Adds a scenario, or one that is still put together, and returns its name. Throws `invalid_input` for a name that is
   * taken, and naming everything that is wrong with it.
   */
  addScenario(scenario: BenchmarkScenario | Pick<Scenario, "validate">): string {
    const given = "validate" in scenario ? scenario.validate() : scenario;
    const definition = addableScenario(given, this.getScenarios(), isoTimestamp(this.#clock));
    this.changeHeader({ scenarios: [...this.header.scenarios, { definition, problems: [] }] });
    return definition.name;
  }

  /** False when there was no such scenario. */
  removeScenario(name: string): boolean {
    const { scenarios } = this.header;
    const left = scenarios.filter(({ definition }) => definition.name !== name);
    if (left.length < scenarios.length) this.changeHeader({ scenarios: left });
    return left.length < scenarios.length;
  }

  /** Gives a question a template, in place of any it has. */
  setTemplate(id: string, template: TemplateInput): void {
    this.updateQuestion(id, { template });
  }

  /** Replaces a question's template. Throws `invalid_input` when it has none. */
  updateTemplate(id: string, template: TemplateInput): void {
    this.#templateOf(id);
    this.setTemplate(id, template);
  }

  removeTemplate(id: string): void {
    this.updateQuestion(id, { template: null });
  }

  /** Gives one question the template of another. Throws `invalid_input` when that one has none. */
  copyTemplate(fromId: string, toId: string): void {
    this.setTemplate(toId, this.#templateOf(fromId));
  }

  /** Gives the template to every question without one and returns their ids. */
  applyGlobalTemplate(template: TemplateInput): readonly string[] {
    const ids = this.getMissingTemplates();
    for (const id of ids) this.setTemplate(id, template);
    return ids;
  }

  /** Throws before any change when one of the ids does not exist. */
  markFinished(...ids: readonly string[]): void {
    this.#setFinished(ids, true);
  }

  /** Throws before any change when one of the ids does not exist. */
  markUnfinished(...ids: readonly string[]): void {
    this.#setFinished(ids, false);
  }

  /** Returns whether the question is finished now. */
  toggleFinished(id: string): boolean {
    const finished = !this.getQuestion(id).finished;
    this.updateQuestion(id, { finished });
    return finished;
  }

  setQuestionCustomProperty(id: string, name: string, value: JsonValue): void {
    this.updateQuestion(id, {
      customMetadata: withProperty(this.getQuestion(id).customMetadata, name, value, "question"),
    });
  }

  /** False when there was no such property. */
  removeQuestionCustomProperty(id: string, name: string): boolean {
    const customMetadata = withoutProperty(this.getQuestion(id).customMetadata, name);
    if (customMetadata !== undefined) this.updateQuestion(id, { customMetadata });
    return customMetadata !== undefined;
  }

  #templateOf(id: string) {
    const { template } = this.getQuestion(id);
    if (template !== undefined) return template;
    throw new KareninaError("invalid_input", `The question ${JSON.stringify(id)} has no template.`, {
      hint: "Give it one with setTemplate first.",
    });
  }

  #setFinished(ids: readonly string[], finished: boolean): void {
    for (const id of ids) this.getQuestion(id);
    for (const id of ids) this.updateQuestion(id, { finished });
  }

  protected changeHeader(changes: Partial<BenchmarkHeader>): void {
    this.header = { ...this.header, ...changes };
    this.#touch();
  }

  #touch(): void {
    this.header = { ...this.header, dateModified: isoTimestamp(this.#clock) };
  }
}
