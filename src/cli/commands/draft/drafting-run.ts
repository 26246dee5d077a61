import path from "node:path";
import { formatCost, formatCount, oneLine, pluralize } from "../../../base/index.ts";
import type { DraftingOptions, Spending } from "../../../drafting/index.ts";
import { hasReplyStore } from "../../../models/recording/index.ts";
import type { RunStatus } from "../../../run/index.ts";
import { type CommandIo, warn } from "../../command-io.ts";
import { eventsAlone, showRun } from "../verify/run-events.ts";
import type { DraftOptions } from "./draft-command.ts";
import type { DraftingModels } from "./drafting-models.ts";

/** Where replies are kept until what was drafted is written; what is drafted of another kind has another folder. */
export const repliesOf = (target: string, work: "drafting" | "drafting-rubric" | "classifying"): string =>
  `${target}.${work}`;

/** True where some questions alone are drafted, and replies are there: those of others may be among them, which were paid for too. */
export async function areRepliesOfOthers(
  replies: string,
  { questions, questionIds, limit }: DraftOptions,
): Promise<boolean> {
  return (questions ?? questionIds ?? limit) !== undefined && (await hasReplyStore(replies));
}

/** How the runs of a drafting go on, as the command says. */
export function draftingOptions(
  models: DraftingModels,
  {
    options,
    io,
    signal,
    replies,
  }: {
    readonly options: DraftOptions;
    readonly io: CommandIo;
    readonly signal: AbortSignal;
    readonly replies: string;
  },
): DraftingOptions {
  return {
    ...models,
    replies,
    ...(options.record !== undefined && { record: path.resolve(io.workingDirectory, options.record) }),
    ...(io.interfaces !== undefined && { interfaces: io.interfaces }),
    phase: (text) => shownPhase(text, options, io),
    warn: (text) => warn(io, oneLine(text)),
    signal,
    stopSignal: io.stopping,
    environment: io.environment,
    clock: io.clock,
  };
}

function shownPhase(text: string, options: DraftOptions, io: CommandIo) {
  const shown = showRun({ quiet: options.quiet === true, verbose: options.verbose === true }, io);
  if (options.quiet !== true) shown.note(`${text}.`);
  return shown.events.map(eventsAlone);
}

/** How work goes on that did not come to its end. Where no model said anything new, the same replies would come to the same end again. */
export function goingOnText(
  replies: string,
  { ended, spent }: { readonly ended?: RunStatus; readonly spent: Spending },
): string {
  if (spent.calls === 0 && ended === undefined)
    return oneLine(
      `No model said anything new. Where they can be reached, the replies that are kept do not do: remove ${replies} to have all of it asked anew.`,
    );
  const why = ended === "budget_spent" ? "The budget is spent. " : "";
  return `${why}Run the same command again to go on: replies that were paid for are kept.`;
}

/** What models have taken, for people. */
export const spentText = ({ calls, tokens, costUsd }: Spending): string =>
  `${pluralize(calls, "call")} of models, ${formatCount(tokens)} tokens, ${costUsd === null ? "cost unknown" : formatCost(costUsd)}.`;
