import { replicateNumber, taskKey, walkKey } from "../pipeline/index.ts";
import { type AnswerPlace, orderAnswers } from "../run/index.ts";
import type { WorkUnit } from "../stores/index.ts";
import { answersOf, type KeyedTask, type PreparedRun, type ReusePlan } from "../verify/index.ts";

/**
 * The units of a run in its order, without those of which every task is finished: all judges of one answer are one, and all
 * walks through a scenario of one model in one replicate.
 */
export function* runUnits(
  run: PreparedRun,
  {
    reuse,
    finished,
    part,
    random,
  }: {
    readonly reuse: ReusePlan | undefined;
    readonly finished: ReadonlySet<string>;
    readonly part: number;
    readonly random: () => number;
  },
): Generator<WorkUnit> {
  const { questions, scenarios, resolved } = run;
  const { answeringModels, replicateCount: replicates, taskOrdering } = resolved;
  const grid = {
    questionIds: [...questions.map(({ id }) => id), ...scenarios.map(({ name }) => name)],
    answeringIds: answeringModels.map(({ id }) => id),
    replicates,
    random,
  };
  const isPlain = finished.size === 0 && reuse === undefined;
  for (const place of orderAnswers(taskOrdering, grid)) {
    const { question, answering, replicate } = place;
    if (isPlain || keysAt(run, place, reuse).some((key) => !finished.has(key)))
      yield { at: [question, answering, replicate], part };
  }
}

/** How many tasks a run has, a walk being one. */
export function countTasks(run: PreparedRun, reuse: ReusePlan | undefined): number {
  const { questions, scenarios, resolved } = run;
  if (reuse?.missing === "leave") {
    const hasPlace = (task: KeyedTask) => reuse.decide(task).kind !== "leave";
    return [...answersOf(run)].flat().filter(hasPlace).length;
  }
  const { answeringModels, parsingModels, replicateCount } = resolved;
  return (
    (questions.length + scenarios.length) * answeringModels.length * parsingModels.length * replicateCount
  );
}

/** The keys of the tasks, or walks, at a place. */
function keysAt(
  { questions, scenarios, plan, resolved }: PreparedRun,
  place: AnswerPlace,
  reuse: ReusePlan | undefined,
): readonly string[] {
  const { answeringModels, parsingModels, replicateCount } = resolved;
  const planned = plan.questions[place.question];
  const answering = answeringModels[place.answering];
  const question = questions[place.question];
  const scenario = scenarios[place.question - questions.length];
  const replicate = replicateNumber(place.replicate, replicateCount);
  if (answering === undefined) return [];
  return parsingModels.flatMap((parsing) => {
    const task = planned && { ...planned, answering, parsing, replicate };
    if (task !== undefined && reuse?.decide(task).kind === "leave") return [];
    if (question !== undefined) return taskKey({ question, answering, parsing, replicate });
    const walk = { answering: answering.id, parsing: parsing.id };
    const turn = { scenario: scenario?.name ?? "", number: 0, walk, sharesAnswers: false };
    return walkKey({ turn, replicate }) ?? "";
  });
}
