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
 * what they cost. So a run spends more than its limit only by what tasks cost beyond the dearest before them.
 */
export function createBudget(limits: BudgetLimits): Budget {
  const spent: Amounts = { costUsd: 0, tokens: 0, calls: 0 };
  const dearest = new Map<string, Amounts>();
  const running = new Map<Task, { readonly kind: string; readonly cost: Amounts }>();
  let dearestCall = 0;
  const held = units.filter((unit) => limits[unit] !== undefined);

  const reserved = (unit: keyof Amounts) => {
    let sum = 0;
    for (const { kind, cost } of running.values())
      sum += Math.max(0, (dearest.get(kind)?.[unit] ?? 0) - cost[unit]);
    return sum;
  };

  return {
    admits(task) {
      if (held.length === 0) return "yes";
      const kind = kindOf(task);
      const known = dearest.get(kind);
      if (known === undefined && [...running.values()].some((other) => other.kind === kind)) return "later";
      const short = held.find((unit) => {
        const left = (limits[unit] ?? 0) - spent[unit];
        return left <= 0 || (known?.[unit] ?? 0) + reserved(unit) > left;
      });
      if (short === undefined) return "yes";
      return running.size > 0 ? "later" : { unit: short, limit: limits[short] ?? 0, spent: spent[short] };
    },
    begun(task) {
      running.set(task, { kind: kindOf(task), cost: { costUsd: 0, tokens: 0, calls: 0 } });
    },
    spend(task, { costUsd, totalTokens }) {
      // what nobody knows the cost of is taken to have cost as much as the dearest before
      const cost = costUsd ?? dearestCall;
      dearestCall = Math.max(dearestCall, cost);
      for (const amounts of [spent, running.get(task)?.cost]) {
        if (amounts === undefined) continue;
        amounts.costUsd += cost;
        amounts.tokens += totalTokens;
        amounts.calls += 1;
      }
    },
    ended(task) {
      const over = running.get(task);
      if (over === undefined) return;
      running.delete(task);
      // one that came to no call shows nothing
      if (over.cost.calls === 0) return;
      const known = dearest.get(over.kind);
      const most = { ...over.cost };
      if (known !== undefined) for (const unit of units) most[unit] = Math.max(most[unit], known[unit]);
      dearest.set(over.kind, most);
    },
  };
}

/** Tasks of one kind cost alike: those of one model and one judge. */
const kindOf = ({ answering, parsing }: Task): string =>
  `${configuredModelId(answering)}\n${configuredModelId(parsing)}`;
