import { KareninaError, ownEntry } from "../base/index.ts";
import { answerKey, configuredModelId, type Task } from "../pipeline/index.ts";
import type { ServerState } from "./outages/server-watch.ts";
import type { Lane } from "./plan.ts";
import { createQueue, type Queue } from "./queue.ts";

/** How many answers may be in the making at the same time: for each answering model whatever its prompts, or by model id. */
export type AnswererConcurrencyLimits = number | { readonly [answeringId: string]: number };

/** So many answers of models at their limit are passed over in search of one that can be begun. */
const mostHeld = 10_000;
/** So many tasks may wait for a server with their answers in memory before nothing new is begun. */
const mostParked = 1000;

/** What the order depends on beside the plan. */
interface ScheduleOptions {
  readonly limits?: AnswererConcurrencyLimits | undefined;
  /** Tasks are handed out while what they need is `reachable`, and left for good when it is `lost`. */
  readonly stateOf?: (task: Task) => ServerState;
  /** These tasks, all those of an answer or of walks that begin alike, are about to be handed out. */
  readonly begun?: (tasks: readonly Task[]) => void;
  /** The last task that needed this answer was left. */
  readonly dropped?: (key: string) => void;
}

/** Decides which task is started next. */
export interface Schedule {
  /** Tasks wait for a server that cannot be reached. */
  readonly isWaiting: boolean;
  /** The next task that can be worked on without waiting for another one or for a server; undefined: nothing at present. */
  next(): Task | undefined;
  /** The answer with this key is there, or has failed: its other judges can go to work. */
  answered(key: string): void;
  /** A task is over. True: it was the last one that needs its answer. */
  finished(task: Task): boolean;
  /** The next turn of a walk, to be handed out before anything new is begun. */
  follow(task: Task): void;
  /** A task that was handed out has to be begun anew. */
  again(task: Task): void;
  /** Servers have changed: what waits for them is looked at again. */
  review(): void;
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
  given: readonly Lane[],
  { limits = {}, stateOf = () => "reachable", begun, dropped }: ScheduleOptions = {},
): Schedule {
  requirePositive(limits);
  const lanes = [...given];
  const ready = createQueue<Task>();
  const again = createQueue<Task>();
  const live = new Map<string, LiveAnswer>();
  const generating = new Map<string, number>();
  /** Answers that are not over with all their judges, by model. */
  const underWay = new Map<string, number>();
  const held = new Map<string, Queue<readonly Task[]>>();
  const following = new Map<string, Queue<readonly Task[]>>();
  let heldCount = 0;
  let parked: { readonly task: Task; readonly from: Queue<Task> }[] = [];
  let parkedGroups: { readonly group: readonly Task[]; readonly from: typeof held }[] = [];

  const limitOf = (id: string) =>
    (typeof limits === "number" ? limits : ownEntry(limits, id)) ?? Number.POSITIVE_INFINITY;
  const hasRoom = (id: string) => (generating.get(id) ?? 0) < limitOf(id);

  /** Hands out the first task of an answer that can be begun; where none can, they wait together. */
  function begin(group: readonly Task[], from: typeof held = held): Task | undefined {
    const wanted = group.filter((task) => stateOf(task) !== "lost");
    const first = wanted.find((task) => stateOf(task) === "reachable");
    if (first === undefined) {
      if (wanted.length > 0) parkedGroups.push({ group: wanted, from });
      return undefined;
    }
    const others = wanted.filter((task) => task !== first);
    const answeringId = configuredModelId(first.answering);
    generating.set(answeringId, (generating.get(answeringId) ?? 0) + 1);
    underWay.set(answeringId, (underWay.get(answeringId) ?? 0) + 1);
    live.set(answerKey(first), {
      answeringId,
      waiting: others,
      answered: false,
      unfinished: others.length + 1,
    });
    return first;
  }

  function hold(group: readonly Task[], among: typeof held = held): void {
    const answeringId = answeringIdOf(group);
    const queue = among.get(answeringId) ?? createQueue();
    among.set(answeringId, queue);
    queue.push(group);
    if (among === held) heldCount += 1;
  }

  function fromQueue(from: Queue<Task>): Task | undefined {
    for (let task = from.shift(); task !== undefined; task = from.shift()) {
      const state = stateOf(task);
      if (state === "reachable") return task;
      if (state === "paused") parked.push({ task, from });
      else if (finished(task)) dropped?.(answerKey(task));
    }
    return undefined;
  }

  function fromHeld(among: typeof held): Task | undefined {
    for (const [answeringId, queue] of among) {
      while (queue.size > 0 && hasRoom(answeringId)) {
        if (among === held) heldCount -= 1;
        const task = begin(queue.shift() ?? [], among);
        if (task !== undefined) return task;
      }
    }
    return undefined;
  }

  function fromPlan(): Task | undefined {
    while (heldCount + parkedGroups.length < mostHeld && parked.length < mostParked) {
      const lane = nextLane();
      if (lane === undefined) break;
      lanes.splice(lanes.indexOf(lane), 1);
      const step = lane.answers.next();
      // of those of which as much is under way, the one that waits longest comes next
      if (step.done !== true || lane.isOpen === true) lanes.push(lane);
      if (step.done && lane.isOpen === true) break;
      if (step.done) continue;
      const group = ofOneAnswer(step.value);
      if (!hasRoom(answeringIdOf(group))) {
        hold(group);
        continue;
      }
      const task = begin(group);
      if (task !== undefined) return task;
    }
    return undefined;
  }

  /** Walks of one model may have come to different turns before: the others are held. */
  function ofOneAnswer(tasks: readonly Task[]): readonly Task[] {
    begun?.(tasks);
    if (tasks[0]?.turn === undefined) return tasks;
    const [first = [], ...others] = Map.groupBy(tasks, answerKey).values();
    for (const group of others) hold(group);
    return first;
  }

  /** Of the models that take turns, the one of which least is under way: a slow one keeps no fast one waiting. */
  function nextLane(): Lane | undefined {
    let least: { readonly lane: Lane; readonly count: number } | undefined;
    for (const lane of lanes) {
      const id = lane.answeringId;
      if (id === null) return lane;
      const count = underWay.get(id) ?? 0;
      if (hasRoom(id) && (least === undefined || count < least.count)) least = { lane, count };
    }
    return least?.lane;
  }

  function release(answer: LiveAnswer): void {
    if (answer.answered) return;
    answer.answered = true;
    generating.set(answer.answeringId, (generating.get(answer.answeringId) ?? 1) - 1);
    for (const task of answer.waiting) ready.push(task);
    answer.waiting = [];
  }

  function finished(task: Task): boolean {
    const key = answerKey(task);
    const answer = live.get(key);
    if (answer === undefined) return false;
    // a task can end before it asks for an answer, as with a broken template
    release(answer);
    answer.unfinished -= 1;
    if (answer.unfinished > 0) return false;
    live.delete(key);
    underWay.set(answer.answeringId, (underWay.get(answer.answeringId) ?? 1) - 1);
    return true;
  }

  return {
    get isWaiting() {
      return parked.length + parkedGroups.length > 0;
    },
    // tasks that were put back come last: others may show sooner whether the server is there
    next: () => fromQueue(ready) ?? fromHeld(following) ?? fromHeld(held) ?? fromPlan() ?? fromQueue(again),
    answered(key) {
      const answer = live.get(key);
      if (answer !== undefined) release(answer);
    },
    finished,
    follow: (task) => hold([task], following),
    again: (task) => again.push(task),
    review() {
      for (const { task, from } of parked) from.push(task);
      for (const { group, from } of parkedGroups) hold(group, from);
      parked = [];
      parkedGroups = [];
    },
  };
}

/** All tasks of one answer have one model under test. */
const answeringIdOf = ([first]: readonly Task[]): string =>
  first === undefined ? "" : configuredModelId(first.answering);

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
