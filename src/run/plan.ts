import { KareninaError } from "../base/index.ts";
import {
  type AnsweringModel,
  configuredModelId,
  type ParsingModel,
  type PipelineOptions,
  replicateNumber,
  type Task,
  taskKey,
  walkKey,
} from "../pipeline/index.ts";
import type { EarlierPart } from "./earlier-part.ts";
import { type AnswerPlace, orderAnswers, placesOf, type TaskOrdering, takesTurns } from "./ordering.ts";

/** A question with what all its tasks have in common. */
export type PlannedQuestion = Pick<Task, "question" | "templateId" | "fewShot" | "attachments" | "rubric">;

/** A walk through a scenario, by its models and its replicate. */
export interface WalkPlace extends Pick<Task, "answering" | "parsing" | "replicate"> {}

/** A scenario of a run. */
export interface PlannedWalks {
  /** Its name. */
  readonly scenario: string;
  /** The turn that a walk begins with, or goes on with where an earlier part of the run has come to. */
  firstTurn(place: WalkPlace): Task;
}

/** What a run consists of. */
export interface TaskPlanOptions {
  readonly questions: readonly PlannedQuestion[];
  /** The scenarios that are walked through, beside the questions. Default: none. */
  readonly walks?: readonly PlannedWalks[];
  readonly answering: readonly AnsweringModel[];
  readonly parsing: readonly ParsingModel[];
  /** How often each question is put to each model. Default 1. */
  readonly replicates?: number;
  /** Default `auto`. */
  readonly ordering?: TaskOrdering;
  /** Numbers in 0..1, 1 excluded, for the ordering `random`; a seeded source makes the order repeatable. */
  readonly random?: () => number;
  /** Keys of tasks that an earlier part of the run has finished; see {@link readResumeState}. */
  readonly finished?: ReadonlySet<string>;
  /** True for tasks that have no place in the run. Default: all have one. */
  readonly isLeft?: ((task: Task) => boolean) | undefined;
  /** What those tasks came to, for whoever shows the run. */
  readonly earlier?: EarlierPart | undefined;
  readonly runName: string | null;
  readonly options: PipelineOptions;
}

/** All tasks of a run, made one after the other as they are needed. */
export interface TaskPlan {
  /** Tasks still to be run; a walk is one, however many turns it takes. */
  readonly total: number;
  /** Tasks of this plan that were finished before; alike. */
  readonly finishedBefore: number;
  /** What they came to; undefined where nobody says so. */
  readonly earlier: EarlierPart | undefined;
  /** The tasks in order. */
  tasks(): Generator<Task>;
  /** The same, the judges of one answer together: never empty, all with the same `answerKey`. */
  answers(): Generator<readonly Task[]>;
  /** The same in lanes that may go ahead of each other: one for each answering model where they take turns, else one. */
  lanes(): readonly Lane[];
  /** All tasks at one place that have one in the run, finished or not; scenarios come after the questions. Empty: there is no such place. */
  at(place: AnswerPlace): readonly Task[];
}

/** Answers of a plan that are begun in their order. */
export interface Lane {
  /** Id of the model that gives them; null: of several. */
  readonly answeringId: string | null;
  /** The judges of one answer together. */
  readonly answers: Iterator<readonly Task[]>;
  /** True: that nothing more is there at present does not say that nothing will come. Default false. */
  readonly isOpen?: boolean;
}

/**
 * Plans a run: every question × answering model × replicate × judge that is not finished yet. All judges of one
 * answer follow each other, whatever the ordering, so that an answer is in memory only for a short while.
 * `Task.replicate` counts from 1, and is null in a run of one replicate.
 *
 * Throws `KareninaError` with code `configuration` when two questions, answering models or judges share an id,
 * `replicates` is not a whole number of at least 1, or the ordering `random` has no source of numbers.
 *
 * @example
 * const plan = planTasks({ questions, answering: [haiku], parsing: [judge], runName: null, options });
 * console.log(plan.total);
 */
export function planTasks(given: TaskPlanOptions): TaskPlan {
  const { questions, walks = [], answering, parsing, replicates = 1, ordering = "auto", finished } = given;
  if (!Number.isSafeInteger(replicates) || replicates < 1) {
    throw new KareninaError(
      "configuration",
      `\`replicates\` must be a whole number of at least 1; it is ${replicates}.`,
    );
  }
  const random = randomFor(ordering, given.random);
  const questionIds = questions.map(({ question }) => question.id);
  const answeringIds = answering.map(({ id }) => id);
  const scenarios = walks.map(({ scenario }) => scenario);
  requireUnique("questions", questionIds);
  requireUnique("scenarios", scenarios);
  requireUnique("answering models", answeringIds);
  requireUnique(
    "judges",
    parsing.map(({ id }) => id),
  );

  const { isLeft = () => false } = given;
  const isFinished = (task: Task) => finished?.has(walkKey(task) ?? taskKey(task)) === true;
  const itemIds = [...questionIds, ...scenarios];
  const places = (order: TaskOrdering) =>
    orderAnswers(order, { questionIds: itemIds, answeringIds, replicates, random });
  /** Every task is to be run. */
  const isPlain = given.isLeft === undefined && (finished === undefined || finished.size === 0);

  function* answers(of: Iterable<AnswerPlace> = places(ordering)): Generator<readonly Task[]> {
    for (const place of of) {
      const tasks = judgesAt(place).filter((task) => isPlain || (!isLeft(task) && !isFinished(task)));
      if (tasks.length > 0) yield tasks;
    }
  }

  function countTasks(): { readonly total: number; readonly finishedBefore: number } {
    const counts = { total: 0, finishedBefore: 0 };
    // in the one order that needs no random numbers
    for (const place of places("generation_order"))
      for (const task of judgesAt(place))
        if (!isLeft(task)) counts[isFinished(task) ? "finishedBefore" : "total"] += 1;
    return counts;
  }

  function judgesAt(place: AnswerPlace): readonly Task[] {
    const question = questions[place.question];
    const walk = walks[place.question - questions.length];
    const model = answering[place.answering];
    if (model === undefined) return [];
    const replicate = replicateNumber(place.replicate, replicates);
    if (walk !== undefined)
      return parsing.map((judge) => walk.firstTurn({ answering: model, parsing: judge, replicate }));
    if (question === undefined) return [];
    return parsing.map(
      (judge): Task => ({
        ...question,
        answering: model,
        parsing: judge,
        replicate,
        runName: given.runName,
        options: given.options,
      }),
    );
  }

  const { total, finishedBefore } = isPlain
    ? { total: itemIds.length * answering.length * parsing.length * replicates, finishedBefore: 0 }
    : countTasks();
  return {
    total,
    finishedBefore,
    earlier: given.earlier,
    answers: () => answers(),
    lanes: () =>
      takesTurns(ordering, answering.length)
        ? answering.map((model, at) => ({
            answeringId: configuredModelId(model),
            answers: answers(placesOf(at, { questionIds: itemIds, replicates })),
          }))
        : [{ answeringId: null, answers: answers() }],
    at: (place) => judgesAt(place).filter((task) => !isLeft(task)),
    *tasks() {
      for (const tasks of answers()) yield* tasks;
    },
  };
}

function randomFor(ordering: TaskOrdering, random: (() => number) | undefined): () => number {
  if (random !== undefined) return random;
  if (ordering !== "random") return () => 0;
  throw new KareninaError(
    "configuration",
    "The ordering `random` needs a source of random numbers; none was given.",
    {
      hint: "Pass `random`, a function that returns numbers from 0 to 1, seeded if the order is to be repeated.",
    },
  );
}

function requireUnique(what: string, ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) {
      throw new KareninaError(
        "configuration",
        `The ${what} of a run need different ids; "${id}" appears twice.`,
        {
          hint: "Give each an `id` of its own: results are told apart by it.",
        },
      );
    }
    seen.add(id);
  }
}
