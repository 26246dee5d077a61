import type { Store } from "../stores/index.ts";
import { shellWord } from "./shell-word.ts";

/** How a run goes on that has ended before its last task, without a full stop: one of a single machine has its log. */
export function goOnText(runId: string, { queue, name }: Pick<Store, "queue" | "name">): string {
  return queue === undefined
    ? `Go on with its log: npx karenina verify --resume LOG --store ${shellWord(name)}`
    : `Go on with: npx karenina runs resume ${runId.slice(0, 8)}`;
}
