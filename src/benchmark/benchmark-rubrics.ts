import type { RubricTrait } from "../rubric/index.ts";
import type { BenchmarkHeader } from "./benchmark-content.ts";
import { BenchmarkView } from "./benchmark-view.ts";
import type { QuestionChanges } from "./question/question-input.ts";
import {
  dynamicRubricFrom,
  type RubricInput,
  rubricFrom,
  withoutTrait,
  withTrait,
} from "./rubrics/rubric-input.ts";
import { type GlobalRubrics, globalRubrics, hasTraits } from "./rubrics/rubrics.ts";
import { checkGlobalNames } from "./rubrics/trait-names.ts";

/**
 * The part of a benchmark that changes rubrics. Traits that apply to every answer and dynamic ones are kept apart:
 * changing the one leaves the other. Throws `invalid_input` for a wrong trait, and for a name that another trait of the
 * same question or of the benchmark has, whatever its type.
 */
export abstract class BenchmarkRubrics extends BenchmarkView {
  abstract updateQuestion(id: string, changes: QuestionChanges): void;
  protected abstract changeHeader(changes: Partial<BenchmarkHeader>): void;

  /** Gives the benchmark traits that apply to every question, in place of any it has. */
  setGlobalRubric(rubric: RubricInput): void {
    this.#setGlobal({ globalRubric: rubricFrom(rubric) });
  }

  addGlobalTrait(trait: RubricTrait): void {
    this.setGlobalRubric(withTrait(this.header.globalRubric, trait));
  }

  /** False when there was no such trait. */
  removeGlobalTrait(name: string): boolean {
    const left = withoutTrait(this.header.globalRubric, name);
    if (left !== undefined) this.setGlobalRubric(left);
    return left !== undefined;
  }

  clearGlobalRubric(): void {
    this.setGlobalRubric([]);
  }

  /** Gives the benchmark traits that apply to answers which touch what they are about, in place of any it has. */
  setGlobalDynamicRubric(rubric: RubricInput): void {
    this.#setGlobal({ globalDynamicRubric: dynamicRubricFrom(rubric) });
  }

  addGlobalDynamicTrait(trait: RubricTrait): void {
    this.setGlobalDynamicRubric(withTrait(this.header.globalDynamicRubric, trait));
  }

  /** False when there was no such trait. */
  removeGlobalDynamicTrait(name: string): boolean {
    const left = withoutTrait(this.header.globalDynamicRubric, name);
    if (left !== undefined) this.setGlobalDynamicRubric(left);
    return left !== undefined;
  }

  clearGlobalDynamicRubric(): void {
    this.setGlobalDynamicRubric([]);
  }

  /** Gives a question traits of its own, in place of any it has. */
  setQuestionRubric(id: string, rubric: RubricInput): void {
    this.updateQuestion(id, { rubric });
  }

  addQuestionTrait(id: string, trait: RubricTrait): void {
    this.setQuestionRubric(id, withTrait(this.getQuestion(id).rubric, trait));
  }

  /** False when the question had no such trait. */
  removeQuestionTrait(id: string, name: string): boolean {
    const left = withoutTrait(this.getQuestion(id).rubric, name);
    if (left !== undefined) this.setQuestionRubric(id, left);
    return left !== undefined;
  }

  removeQuestionRubric(id: string): void {
    this.updateQuestion(id, { rubric: null });
  }

  /** Gives a question dynamic traits of its own, in place of any it has. */
  setQuestionDynamicRubric(id: string, dynamicRubric: RubricInput): void {
    this.updateQuestion(id, { dynamicRubric });
  }

  addQuestionDynamicTrait(id: string, trait: RubricTrait): void {
    this.setQuestionDynamicRubric(id, withTrait(this.getQuestion(id).dynamicRubric, trait));
  }

  /** False when the question had no such trait. */
  removeQuestionDynamicTrait(id: string, name: string): boolean {
    const left = withoutTrait(this.getQuestion(id).dynamicRubric, name);
    if (left !== undefined) this.setQuestionDynamicRubric(id, left);
    return left !== undefined;
  }

  removeQuestionDynamicRubric(id: string): void {
    this.updateQuestion(id, { dynamicRubric: null });
  }

  /** Takes all traits away, dynamic ones too. Returns how many had any: the benchmark, and each question. */
  clearAllRubrics(): number {
    const questions = this.filterQuestions({ hasRubric: true });
    for (const { id } of questions) this.updateQuestion(id, { rubric: null, dynamicRubric: null });
    if (!hasTraits(globalRubrics(this.header))) return questions.length;
    this.clearGlobalRubric();
    this.clearGlobalDynamicRubric();
    return questions.length + 1;
  }

  #setGlobal(changes: Partial<GlobalRubrics>): void {
    const changed = { ...this.header, ...changes };
    checkGlobalNames(globalRubrics(changed), globalRubrics(this.header), this.questions.list());
    this.changeHeader(changes);
  }
}
