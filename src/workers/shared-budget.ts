import { unitKey } from "../pipeline/index.ts";
import { type CallFinished, callCosts, type SpentBudget, untoldRule } from "../run/index.ts";
import {
  addSpending,
  lockSpending,
  readSpending,
  type Spending,
  type SpentAmounts,
  type Store,
  type StoreDatabase,
  type TakenUnit,
} from "../stores/index.ts";
import type { HeldUnit, HeldUnits } from "./held-units.ts";
import { requireQueue } from "./require-queue.ts";

const amounts = ["costUsd", "tokens", "calls"] as const satisfies readonly (keyof SpentAmounts)[];
const nothing: SpentAmounts = { costUsd: 0, tokens: 0, calls: 0 };

const sum = (one: SpentAmounts, other: SpentAmounts): SpentAmounts => ({
  costUsd: one.costUsd + other.costUsd,
  tokens: one.tokens + other.tokens,
  calls: one.calls + other.calls,
});

/** What a worker has spent since it said so last, and what those of its units cost that have ended since. */
interface Due {
  readonly spent: SpentAmounts;
  readonly ended: readonly SpentAmounts[];
}

/** What all workers of a run may spend together. */
export interface SharedBudget {
  /** False: a limit does not allow anything further, and nobody is at work. */
  readonly allowsMore: boolean;
  /** At most so many units, as far as they can begin within the limits. */
  take(most: number): Promise<readonly TakenUnit[]>;
  /** A model replied. */
  called(call: CallFinished): void;
  /** What is to be told of: by {@link SharedBudget.tell}, once. */
  due(ended: readonly HeldUnit[]): Due;
  tell(database: StoreDatabase, due: Due): Promise<void>;
}

interface SharedBudgetOptions {
  readonly store: Store;
  readonly run: string;
  readonly held: HeldUnits;
  readonly now: () => number;
  readonly notify: (text: string) => void;
}

/**
 * A budget that is kept by reserving, as that of one machine: a unit under way is taken to cost as much as the dearest
 * before; the first one goes alone, to show what they cost. What is spent is told with what was got for it.
 *
 * @returns undefined: the run has no limits
 */
export async function sharedBudget(options: SharedBudgetOptions): Promise<SharedBudget | undefined> {
  const { store, run, held, now, notify } = options;
  const queue = requireQueue(store);
  const known = await readSpending(store.database, run);
  if (known === undefined || Object.values(known.limits).every((limit) => limit === undefined))
    return undefined;
  let allowsMore = true;
  let unsaid = nothing;
  const costOf = callCosts(known.limits);
  let hasTold = false;
  return {
    get allowsMore() {
      return allowsMore;
    },
    take: (most) =>
      store.database.transaction().execute(async (transaction) => {
        const spending = await lockSpending(transaction, run);
        if (spending === undefined) return [];
        const active = await queue.countTaken(run, transaction);
        const room = roomOf(spending, active, now());
        allowsMore = room > 0 || active > 0;
        return room > 0 ? await queue.take(run, Math.min(most, room), transaction) : [];
      }),
    called({ task, usage, isEarlier, model }) {
      const { amounts: call, isUntold } = costOf(usage);
      if (isUntold && !hasTold)
        notify(`A reply of ${model} does not say what it used: it counts ${untoldRule}.`);
      hasTold ||= isUntold;
      const unit = held.of(unitKey(task));
      if (unit !== undefined) unit.cost = sum(unit.cost, call);
      if (!isEarlier) unsaid = sum(unsaid, call);
    },
    due(ended) {
      const spent = unsaid;
      unsaid = nothing;
      // one that came to no call shows nothing
      return { spent, ended: ended.map(({ cost }) => cost).filter(({ calls }) => calls > 0) };
    },
    async tell(database, { spent, ended }) {
      if (spent.calls > 0 || ended.length > 0) await addSpending(database, run, spent, ended);
    },
  };
}

/** How many units can begin within the limits. */
function roomOf(spending: Spending, active: number, now: number): number {
  if (isOver(spending, now) || spentLimit(spending) !== undefined) return 0;
  const { limits, spent, ended, dearest } = spending;
  const isCounted = amounts.some((unit) => limits[unit] !== undefined);
  if (isCounted && ended === 0) return active === 0 ? 1 : 0;
  const rooms = amounts.map((unit) => {
    const [limit, each] = [limits[unit], dearest[unit]];
    return limit === undefined || each === 0
      ? Number.POSITIVE_INFINITY
      : (limit - spent[unit]) / each - active;
  });
  // costs are sums of small numbers
  return Math.max(0, Math.floor(Math.min(...rooms, Number.MAX_SAFE_INTEGER) + 1e-9));
}

/** The time of a run is over. */
export const isOver = ({ limits: { seconds }, begunAt }: Spending, now: number): boolean =>
  seconds !== undefined && now >= Date.parse(begunAt) + seconds * 1000;

/** The limit that allows no unit more, as long as nobody is at work. */
export function spentLimit({ limits, spent, dearest }: Spending): SpentBudget | undefined {
  const short = amounts.find((unit) => {
    const limit = limits[unit];
    return limit !== undefined && (spent[unit] >= limit || spent[unit] + dearest[unit] > limit);
  });
  return short && { unit: short, limit: limits[short] ?? 0, spent: spent[short] };
}
