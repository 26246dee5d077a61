import type { FoundAttachment, Question } from "../benchmark/index.ts";
import type { DynamicRubric, Rubric, TraitProvenance } from "../rubric/index.ts";
import type { AnsweringModel, ParsingModel } from "./models.ts";
import type { PipelineOptions } from "./options.ts";

/** One unit of work: a question answered by one model and judged by another, once. */
export interface Task {
  readonly question: Question;
  /** See `templateId` in the template room; `no_template` without one. */
  readonly templateId: string;
  readonly answering: AnsweringModel;
  readonly parsing: ParsingModel;
  /** 1, 2, …; null when the run has one replicate. */
  readonly replicate: number | null;
  readonly fewShot: readonly { readonly question: string; readonly answer: string }[];
  /** The files that go with the question. Absent: none. */
  readonly attachments?: readonly FoundAttachment[];
  readonly runName: string | null;
  /** What is judged beside correctness; null: nothing. */
  readonly rubric: TaskRubric | null;
  readonly options: PipelineOptions;
}

/** The traits that apply to one question. */
export interface TaskRubric {
  /** The traits of the benchmark and of the question, merged and filtered. */
  readonly rubric: Rubric;
  readonly provenance: TraitProvenance;
  /** Traits that are judged only where the answer touches their concept. */
  readonly dynamic: DynamicRubric | null;
  /** Of a dynamic rubric only these traits are judged; null: all. */
  readonly traitNames: readonly string[] | null;
}

/** What tells a task from the others of its run; a whole task fits. */
interface TaskPlace {
  readonly question: { readonly id: string };
  readonly answering: { readonly id: string };
  readonly parsing: { readonly id: string };
  readonly replicate: number | null;
}

/** The number of a replicate by its place from 0: from 1, and null in a run of one replicate. */
export function replicateNumber(place: number, replicates: number): number | null {
  return replicates === 1 ? null : place + 1;
}

/** What tells which model of the configuration is meant. */
export type ConfiguredModel = Pick<AnsweringModel, "id" | "prompt">;

/** The id of a model under test as it was configured, whatever its prompt: limits and servers go by it. */
export const configuredModelId = ({ id, prompt }: ConfiguredModel): string => prompt?.modelId ?? id;

/** Tells tasks of one run apart and is the same in every run: question, both models and replicate. */
export function taskKey(task: TaskPlace): string {
  return joinKey([task.question.id, task.answering.id, task.parsing.id, task.replicate]);
}

/** Tells answers apart: tasks with the same key share one generation. */
export function answerKey(task: Pick<Task, "question" | "answering" | "replicate">): string {
  return joinKey([task.question.id, task.answering.id, task.replicate]);
}

function joinKey(parts: readonly (string | number | null)[]): string {
  return parts.map((part) => String(part ?? "").replaceAll(/[\\|]/g, "\\$&")).join("|");
}
