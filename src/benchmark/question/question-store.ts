import { type Clock, isoTimestamp, KareninaError, nearestNames } from "../../base/index.ts";
import type { Question } from "./question.ts";
import { questionIds } from "./question-id.ts";
import {
  checkedChanges,
  checkQuestionInput,
  type QuestionChanges,
  type QuestionInput,
  questionFrom,
} from "./question-input.ts";

/** What a store works with. */
interface QuestionStoreSetting {
  readonly clock: Clock;
  /** Throws for a question, new or changed, that does not fit into the benchmark. */
  readonly admit: (question: Question, before: Question | undefined) => void;
}

/** The questions of a benchmark by id, in order. */
export class QuestionStore {
  readonly #questions: Map<string, Question>;
  readonly #setting: QuestionStoreSetting;
  readonly #idOf: (text: string) => string;

  constructor(questions: readonly Question[], setting: QuestionStoreSetting) {
    this.#questions = new Map(questions.map((question) => [question.id, question]));
    this.#setting = setting;
    this.#idOf = questionIds((id) => this.has(id));
  }

  get size(): number {
    return this.#questions.size;
  }

  /** All questions in order; a list of its own. */
  list(): readonly Question[] {
    return [...this.#questions.values()];
  }

  has(id: string): boolean {
    return this.#questions.has(id);
  }

  /** Throws `invalid_input` naming the nearest ids when there is no such question. */
  get(id: string): Question {
    const question = this.#questions.get(id);
    if (question !== undefined) return question;
    const near = nearestNames(id, this.#questions.keys());
    const hint =
      near.length > 0
        ? `Did you mean ${near.map((name) => JSON.stringify(name)).join(" or ")}?`
        : `The benchmark has ${this.size} questions; list their ids first.`;
    throw new KareninaError("invalid_input", `No question has the id ${JSON.stringify(id)}.`, { hint });
  }

  /** Returns the id of the added question. */
  add(input: QuestionInput): string {
    checkQuestionInput(input);
    if (input.id !== undefined && this.has(input.id)) {
      throw new KareninaError(
        "invalid_input",
        `A question with the id ${JSON.stringify(input.id)} already exists.`,
        {
          hint: "Choose another id, or leave it out to have one derived from the text.",
        },
      );
    }
    const id = input.id ?? this.#idOf(input.question);
    this.#put(questionFrom(input, { id, now: this.#now() }));
    return id;
  }

  /** Lays changes over a question and dates it. */
  update(id: string, changes: QuestionChanges): void {
    const { unusable, ...question } = this.get(id);
    const stays = unusable !== undefined && !(unusable.field in changes);
    this.#put(
      Object.freeze({
        ...question,
        ...(stays ? { unusable } : {}),
        ...checkedChanges(changes, id),
        dateModified: this.#now(),
      }),
    );
  }

  /** False when there was no such question. */
  remove(id: string): boolean {
    return this.#questions.delete(id);
  }

  /** Returns how many questions were removed. */
  clear(): number {
    const { size } = this.#questions;
    this.#questions.clear();
    return size;
  }

  #put(question: Question): void {
    this.#setting.admit(question, this.#questions.get(question.id));
    this.#questions.set(question.id, question);
  }

  #now(): string {
    return isoTimestamp(this.#setting.clock);
  }
}
