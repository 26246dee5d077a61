import { KareninaError, ownEntry } from "../base/index.ts";
import type { Task } from "../pipeline/index.ts";
import { answerKey } from "../pipeline/index.ts";
import { createQueue, type Queue } from "./queue.ts";

/** How many answers may be in the making at the same time: for each answering model, or by model id. */
export type AnswererConcurrencyLimits = number | { readonly [answeringId: string]: number };

/** So many answers of models at their limit are passed over in search of one that can be begun. */
const mostHeld = 10_000;

/** Decides which task is started next. */
export interface Schedule {
  /** The next task that can be worked on without waiting for another one; undefined: nothing at present. */
  next(): Task | undefined;
  /** The answer with this key is there, or has failed: its other judges can go to work. */
  answered(key: string): void;
  /** A task is over. True: it was the last one that needs its answer. */
  finished(task: Task): boolean;
}

interface LiveAnswer {
  readonly answeringId: string;
  /** Judges that wait for the answer; empty once it is there. */
  waiting: readonly Task[];
  answered: boolean;
  unfinished: number;
}

/**
 * Hands out the tasks of a plan. The first judge's task generates the answer; the other judges of that answer are
 * handed out when it is there, before anything new is begun. So no task that runs ever waits for one that does
 * not, and few answers are alive at a time.
 */
export function scheduleTasks(
  answers: Iterable<readonly Task[]>,
  limits: AnswererConcurrencyLimits = {},
): Schedule {
  requirePositive(limits);
  const plan = answers[Symbol.iterator]();
  const ready = createQueue<Task>();
  const live = new Map<string, LiveAnswer>();
  const generating = new Map<string, number>();
  const held = new Map<string, Queue<readonly Task[]>>();
  let heldCount = 0;

  const limitOf = (id: string) =>
    (typeof limits === "number" ? limits : ownEntry(limits, id)) ?? Number.POSITIVE_INFINITY;
  const hasRoom = (id: string) => (generating.get(id) ?? 0) < limitOf(id);

  function begin([first, ...others]: readonly Task[]): Task | undefined {
    if (first === undefined) return undefined;
    const answeringId = first.answering.id;
    generating.set(answeringId, (generating.get(answeringId) ?? 0) + 1);
    live.set(answerKey(first), {
      answeringId,
      waiting: others,
      answered: false,
      unfinished: others.length + 1,
    });
    return first;
  }

  function hold(answeringId: string, group: readonly Task[]): void {
    const queue = held.get(answeringId) ?? createQueue();
    held.set(answeringId, queue);
    queue.push(group);
    heldCount += 1;
  }

  function fromHeld(): Task | undefined {
    for (const [answeringId, queue] of held) {
      if (queue.size === 0 || !hasRoom(answeringId)) continue;
      heldCount -= 1;
      return begin(queue.shift() ?? []);
    }
    return undefined;
  }

  function fromPlan(): Task | undefined {
    while (heldCount < mostHeld) {
      const step = plan.next();
      if (step.done) break;
      const answeringId = step.value[0]?.answering.id ?? "";
      if (hasRoom(answeringId)) return begin(step.value);
      hold(answeringId, step.value);
    }
    return undefined;
  }

  function release(answer: LiveAnswer): void {
    if (answer.answered) return;
    answer.answered = true;
    generating.set(answer.answeringId, (generating.get(answer.answeringId) ?? 1) - 1);
    for (const task of answer.waiting) ready.push(task);
    answer.waiting = [];
  }

  return {
    next: () => ready.shift() ?? fromHeld() ?? fromPlan(),
    answered(key) {
      const answer = live.get(key);
      if (answer !== undefined) release(answer);
    },
    finished(task) {
      const key = answerKey(task);
      const answer = live.get(key);
      if (answer === undefined) return false;
      // a task can end before it asks for an answer, as with a broken template
      release(answer);
      answer.unfinished -= 1;
      if (answer.unfinished > 0) return false;
      live.delete(key);
      return true;
    },
  };
}

function requirePositive(limits: AnswererConcurrencyLimits): void {
  const values = typeof limits === "number" ? [limits] : Object.values(limits);
  const wrong = values.find((value) => !Number.isSafeInteger(value) || value < 1);
  if (wrong !== undefined) {
    throw new KareninaError(
      "configuration",
      `A limit of answers in the making must be a whole number of at least 1; it is ${wrong}.`,
    );
  }
}
