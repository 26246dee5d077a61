import * as z from "zod";

/**
 * In which order a run works through its answers. Questions keep the benchmark's order in all but `random`.
 *
 * - `generation_order`: question by question, all models and replicates of one before the next.
 * - `prefix_cache`: model by model, so that requests with the same beginning follow each other.
 * - `distribute_answerers`: replicate by replicate, the models taking turns, so that no provider gets all calls at once.
 * - `random`: shuffled.
 * - `auto`: `distribute_answerers` with several answering models, else `prefix_cache`.
 */
export const TaskOrdering = z.enum([
  "auto",
  "prefix_cache",
  "distribute_answerers",
  "generation_order",
  "random",
]);
export type TaskOrdering = z.infer<typeof TaskOrdering>;

/** Which question, answering model and replicate an answer belongs to, as positions in the plan's lists. */
export interface AnswerPlace {
  readonly question: number;
  readonly answering: number;
  readonly replicate: number;
}

/** What there is to be ordered. */
interface AnswerGrid {
  readonly questionIds: readonly string[];
  readonly answeringIds: readonly string[];
  readonly replicates: number;
  /** Numbers in 0..1, 1 excluded; called by `random` only. */
  readonly random: () => number;
}

type Order = (grid: AnswerGrid) => Iterable<AnswerPlace>;

const orders: { readonly [O in TaskOrdering]: Order } = {
  auto: (grid) => (grid.answeringIds.length > 1 ? distributeAnswerers(grid) : prefixCache(grid)),
  prefix_cache: prefixCache,
  distribute_answerers: distributeAnswerers,
  generation_order: generationOrder,
  random: shuffled,
};

/** Walks through all answers of a run, one at a time. */
export function orderAnswers(ordering: TaskOrdering, grid: AnswerGrid): Iterable<AnswerPlace> {
  return orders[ordering](grid);
}

function* generationOrder({ questionIds, answeringIds, replicates }: AnswerGrid): Generator<AnswerPlace> {
  for (const question of questionIds.keys()) {
    for (const answering of answeringIds.keys()) {
      for (let replicate = 0; replicate < replicates; replicate += 1)
        yield { question, answering, replicate };
    }
  }
}

function* prefixCache({ questionIds, answeringIds, replicates }: AnswerGrid): Generator<AnswerPlace> {
  for (const answering of answeringIds.keys()) {
    for (const question of questionIds.keys()) {
      for (let replicate = 0; replicate < replicates; replicate += 1)
        yield { question, answering, replicate };
    }
  }
}

function* distributeAnswerers({ questionIds, answeringIds, replicates }: AnswerGrid): Generator<AnswerPlace> {
  for (const question of questionIds.keys()) {
    for (let replicate = 0; replicate < replicates; replicate += 1) {
      for (const answering of answeringIds.keys()) yield { question, answering, replicate };
    }
  }
}

/** Whether answering models take turns, so that none has to wait for another. */
export const takesTurns = (ordering: TaskOrdering, models: number): boolean =>
  models > 1 && (ordering === "auto" || ordering === "distribute_answerers");

/** The answers of one of them, in the order in which it gives them. */
export function* placesOf(
  answering: number,
  { questionIds, replicates }: Pick<AnswerGrid, "questionIds" | "replicates">,
): Generator<AnswerPlace> {
  for (const question of questionIds.keys())
    for (let replicate = 0; replicate < replicates; replicate += 1) yield { question, answering, replicate };
}

function* shuffled({ questionIds, answeringIds, replicates, random }: AnswerGrid): Generator<AnswerPlace> {
  const positions = Uint32Array.from(
    { length: questionIds.length * answeringIds.length * replicates },
    (_, at) => at,
  );
  for (let last = positions.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const kept = positions[last] ?? 0;
    positions[last] = positions[other] ?? 0;
    positions[other] = kept;
  }
  for (const position of positions) {
    const answer = Math.floor(position / replicates);
    yield {
      question: Math.floor(answer / answeringIds.length),
      answering: answer % answeringIds.length,
      replicate: position % replicates,
    };
  }
}
