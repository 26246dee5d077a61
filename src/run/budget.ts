import { configuredModelId, type Task } from "../pipeline/index.ts";
import type { Usage } from "../trace/index.ts";

/** What a run may spend; a limit that is not given does not hold. */
export interface BudgetLimits {
  /** US dollars. */
  readonly costUsd?: number | undefined;
  /** Tokens of prompts and replies together. */
  readonly tokens?: number | undefined;
  /** Replies of models. */
  readonly calls?: number | undefined;
}

type Amounts = { -readonly [Unit in keyof BudgetLimits]-?: number };
const units = ["costUsd", "tokens", "calls"] as const satisfies readonly (keyof BudgetLimits)[];

/** What stopped a run: which limit, and what was spent of it. */
export interface SpentBudget {
  readonly unit: keyof BudgetLimits;
  readonly limit: number;
  readonly spent: number;
  /** Replies that did not say what they used, and count as {@link callCosts} says; absent: none, or a run of many machines. */
  readonly untold?: number;
}

/** What a reply counts as. */
interface CallCost {
  readonly amounts: Readonly<Amounts>;
  /** It does not say what it used of something that is limited. */
  readonly isUntold: boolean;
}

/** What {@link callCosts} makes of replies that do not say what they used, in words. */
export const untoldRule =
  "as the most that one before has used, and where none has said, as all of the limit";

/**
 * What replies count as, one after the other: what one does not say is taken to be as much as the most that one before has used, and
 * where none has said, all that the limit allows, as nobody could keep it.
 */
export function callCosts(limits: BudgetLimits): (usage: Usage) => CallCost {
  const most: { -readonly [Unit in keyof Amounts]?: number } = {};
  return ({ costUsd, totalTokens }) => {
    const told = { costUsd, tokens: totalTokens > 0 ? totalTokens : undefined, calls: 1 };
    const amounts = { costUsd: 0, tokens: 0, calls: 0 };
    for (const unit of units) {
      amounts[unit] = told[unit] ?? most[unit] ?? limits[unit] ?? 0;
      if (told[unit] !== undefined) most[unit] = Math.max(most[unit] ?? 0, amounts[unit]);
    }
    return {
      amounts,
      isUntold: units.some((unit) => limits[unit] !== undefined && told[unit] === undefined),
    };
  };
}

/** Watches over what a run spends. */
interface Budget {
  /**
   * Whether a task may begin: `yes` when what is spent, what tasks under way are taken to spend, and what this one is taken to
   * spend stay within every limit. `later` as long as tasks under way may come to less than that; else what is in the way.
   */
  admits(task: Task): "yes" | "later" | SpentBudget;
  begun(task: Task): void;
  spend(task: Task, usage: Usage): void;
  ended(task: Task): void;
}

/**
 * A budget that is kept by reserving: a task under way is taken to cost as much as the dearest of its models so far, or
 * what it has cost already where that is more. As long as none of its models has ended, one goes ahead alone, to show
 * what they cost, and is taken to cost as much as the dearest of any models; the first of all goes ahead of all. So a run
 * spends more than its limit only by what tasks cost beyond the dearest before them.
 */
export function createBudget(limits: BudgetLimits): Budget {
  const spent: Amounts = { costUsd: 0, tokens: 0, calls: 0 };
  const dearest = new Map<string, Amounts>();
  const running = new Map<Task, { readonly kind: string; readonly cost: Amounts }>();
  /** Of all kinds. */
  const most: Amounts = { costUsd: 0, tokens: 0, calls: 0 };
  const costOf = callCosts(limits);
  let untold = 0;
  const held = units.filter((unit) => limits[unit] !== undefined);

  const expected = (kind: string, unit: keyof Amounts) => (dearest.get(kind) ?? most)[unit];
  const reserved = (unit: keyof Amounts) => {
    let sum = 0;
    for (const { kind, cost } of running.values()) sum += Math.max(0, expected(kind, unit) - cost[unit]);
    return sum;
  };

  return {
    admits(task) {
      if (held.length === 0) return "yes";
      const kind = kindOf(task);
      const isUnknown = !dearest.has(kind);
      if (isUnknown && [...running.values()].some((other) => dearest.size === 0 || other.kind === kind))
        return "later";
      const short = held.find((unit) => {
        const left = (limits[unit] ?? 0) - spent[unit];
        return left <= 0 || expected(kind, unit) + reserved(unit) > left;
      });
      if (short === undefined) return "yes";
      if (running.size > 0) return "later";
      return { unit: short, limit: limits[short] ?? 0, spent: spent[short], ...(untold > 0 && { untold }) };
    },
    begun(task) {
      running.set(task, { kind: kindOf(task), cost: { costUsd: 0, tokens: 0, calls: 0 } });
    },
    spend(task, usage) {
      const { amounts, isUntold } = costOf(usage);
      if (isUntold) untold += 1;
      for (const sum of [spent, running.get(task)?.cost])
        if (sum !== undefined) for (const unit of units) sum[unit] += amounts[unit];
    },
    ended(task) {
      const over = running.get(task);
      if (over === undefined) return;
      running.delete(task);
      // one that came to no call shows nothing
      if (over.cost.calls === 0) return;
      const known = dearest.get(over.kind) ?? { costUsd: 0, tokens: 0, calls: 0 };
      dearest.set(over.kind, known);
      for (const amounts of [known, most])
        for (const unit of units) amounts[unit] = Math.max(amounts[unit], over.cost[unit]);
    },
  };
}

/** Tasks of one kind cost alike: those of one model and one judge. */
const kindOf = ({ answering, parsing }: Task): string =>
  `${configuredModelId(answering)}\n${configuredModelId(parsing)}`;
