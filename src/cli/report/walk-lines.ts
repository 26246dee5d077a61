import { oneLine, pluralize } from "../../base/index.ts";
import { type Task, walkKey } from "../../pipeline/index.ts";

/** Says where the walks through scenarios stand that are under way. */
interface WalkWatch {
  started(task: Task): void;
  ended(task: Task): void;
  /** The walks that have moved last, a line each. */
  lines(): readonly string[];
}

/** So many walks have a line. */
const mostWalks = 5;

/** Watches the walks of a run; memory holds those under way. */
export function watchWalks(): WalkWatch {
  const walks = new Map<string, { readonly number: number; readonly task: Task }>();
  let begun = 0;
  return {
    started(task) {
      const key = walkKey(task);
      if (key === undefined) return;
      const number = walks.get(key)?.number ?? ++begun;
      // behind the others, as the one that has moved last
      walks.delete(key);
      walks.set(key, { number, task });
    },
    ended(task) {
      walks.delete(walkKey(task) ?? "");
    },
    lines() {
      const shown = [...walks.values()].slice(-mostWalks);
      const more = walks.size - shown.length;
      return [
        ...shown.map(({ number, task }) => walkLine(number, task)),
        ...(more > 0 ? [`  and ${pluralize(more, "more walk")}`] : []),
      ];
    },
  };
}

function walkLine(number: number, { turn }: Task): string {
  return turn === undefined ? "" : `  #${number} ${turnText(turn)}`;
}

/** `refund-flow  turn 4 of at most 20  at "asks_for_order"`. */
export function turnText({ scenario, number, limit, node }: NonNullable<Task["turn"]>): string {
  return oneLine(`${scenario}  turn ${number + 1} of at most ${limit}  at ${JSON.stringify(node)}`);
}
