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
  const walks = new Map<string, Task>();
  const models = new Set<string>();
  const judges = new Set<string>();
  return {
    started(task) {
      const key = walkKey(task);
      if (key === undefined) return;
      models.add(task.turn?.walk.answering ?? "");
      judges.add(task.turn?.walk.parsing ?? "");
      // behind the others, as the one that has moved last
      walks.delete(key);
      walks.set(key, task);
    },
    ended(task) {
      walks.delete(walkKey(task) ?? "");
    },
    lines() {
      const shown = [...walks.values()].slice(-mostWalks);
      const more = walks.size - shown.length;
      return [
        ...shown.map(
          (task) =>
            `  ${turnText(task)}${models.size > 1 ? modelText(task) : ""}${judges.size > 1 ? judgeText(task) : ""}`,
        ),
        ...(more > 0 ? [`  and ${pluralize(more, "more walk")}`] : []),
      ];
    },
  };
}

/** `refund-flow, replicate 3 turn 4 of at most 20 at "asks_for_order"`; empty for a task that is no turn. */
export function turnText({ turn, replicate }: Task): string {
  if (turn === undefined) return "";
  const { scenario, number, limit, node } = turn;
  const which = replicate === null ? "" : `, replicate ${replicate}`;
  return oneLine(`${scenario}${which} turn ${number + 1} of at most ${limit} at ${JSON.stringify(node)}`);
}

const modelText = ({ turn }: Task): string => ` of ${oneLine(turn?.walk.answering ?? "")}`;
const judgeText = ({ turn }: Task): string => ` by ${oneLine(turn?.walk.parsing ?? "")}`;
