import type { FoundAttachment, Question } from "../benchmark/index.ts";
import type { Workspace } from "../ports/index.ts";
import type { DynamicRubric, Rubric, TraitProvenance } from "../rubric/index.ts";
import type { ToolFilter } from "../scenario/index.ts";
import type { ScenarioContext } from "../template/index.ts";
import type { Message } from "../trace/index.ts";
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
  /** The turn of a scenario that the task is. Absent: its question is asked by itself. */
  readonly turn?: Turn;
}

/** One turn of a walk through a scenario. */
export interface Turn extends TurnPlace {
  /** The id of the node that is asked. */
  readonly node: string;
  /** Most turns of the walk. */
  readonly limit: number;
  /** The ids of the nodes asked so far, this one last. */
  readonly path: readonly string[];
  /** What came before, and what that makes of the question; filled in when the turn begins. */
  readonly shown?: ShownTurn;
}

/** Where a turn stands. */
export interface TurnPlace {
  /** The name of the scenario. */
  readonly scenario: string;
  /** From 0. */
  readonly number: number;
  /** The ids of the models of the whole walk, whatever models its nodes name. */
  readonly walk: { readonly answering: string; readonly parsing: string };
  /** Walks of several judges share an answer where all that the model is shown is the same. */
  readonly sharesAnswers: boolean;
}

/** What a model and its judges are shown in a turn. */
export interface ShownTurn {
  /** What is asked, with what is handed over where that belongs to it. */
  readonly text: string;
  /** What the model under test is shown before. */
  readonly history: readonly Message[];
  /** What was said before, as judges are told it. */
  readonly said: readonly Message[];
  /** What ground truths that depend on earlier turns are chosen by. */
  readonly context: ScenarioContext;
  /** Files that went with earlier questions, or go with later ones: an agent finds all of them in its folder. */
  readonly otherFiles: readonly FoundAttachment[];
  /** Tools that are left out. */
  readonly without: ToolFilter["remove"];
  /** Files that are put into the folder before it is asked. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** The folder of the walk, which is made for the first turn that needs one and goes with the walk. */
  readonly workspace: (prepare: () => Promise<Workspace>) => Promise<Workspace>;
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
  readonly turn?: TurnPlace;
}

/** The number of a replicate by its place from 0: from 1, and null in a run of one replicate. */
export function replicateNumber(place: number, replicates: number): number | null {
  return replicates === 1 ? null : place + 1;
}

/** What tells which model of the configuration is meant. */
export type ConfiguredModel = Pick<AnsweringModel, "id" | "prompt">;

/** The id of a model under test as it was configured, whatever its prompt: limits and servers go by it. */
export const configuredModelId = ({ id, prompt }: ConfiguredModel): string => prompt?.modelId ?? id;

/** Tells tasks of one run apart and is the same in every run: question, both models and replicate, of a turn also its number. */
export function taskKey(task: TaskPlace): string {
  if (task.turn !== undefined) return joinKey([...walkParts(task.turn, task.replicate), task.turn.number]);
  return joinKey([task.question.id, task.answering.id, task.parsing.id, task.replicate]);
}

/** Whether a task of this key, which is no turn of a walk, is about a question. */
export const isTaskAbout = (key: string, questionId: string): boolean =>
  key.startsWith(`${joinKey([questionId])}|`);

/** Tells walks of one run apart and is the same in every run; undefined for a task that is no turn of one. */
export function walkKey({ turn, replicate }: Pick<TaskPlace, "turn" | "replicate">): string | undefined {
  return turn && joinKey(walkParts(turn, replicate));
}

/** The walk that a turn is of, or the task: what has a result of its own. */
export const unitKey = (task: TaskPlace): string => walkKey(task) ?? taskKey(task);

/** Tells answers apart: tasks with the same key share one generation. */
export function answerKey(task: Omit<TaskPlace, "parsing">): string {
  const { turn, replicate } = task;
  if (turn === undefined) return joinKey([task.question.id, task.answering.id, replicate]);
  const { scenario, number, walk, sharesAnswers } = turn;
  // all walks of a model begin alike; where they stand later is told by what the model is shown
  return sharesAnswers && number === 0
    ? joinKey([walkMark, scenario, walk.answering, replicate, number, task.answering.id, ""])
    : taskKey({ ...task, parsing: { id: "" } });
}

/** Keys of turns and walks have more parts than those of questions. */
const walkMark = "scenario";

const walkParts = ({ scenario, walk }: TurnPlace, replicate: number | null) =>
  [walkMark, scenario, walk.answering, walk.parsing, replicate] as const;

function joinKey(parts: readonly (string | number | null)[]): string {
  return parts.map((part) => String(part ?? "").replaceAll(/[\\|]/g, "\\$&")).join("|");
}
