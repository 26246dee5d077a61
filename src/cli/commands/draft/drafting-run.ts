import path from "node:path";
import { formatCost, formatCount, oneLine, pluralize } from "../../../base/index.ts";
import type { DraftingOptions, Spending } from "../../../drafting/index.ts";
import { hasReplyStore } from "../../../models/recording/index.ts";
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

/** What models have taken, for people. */
export const spentText = ({ calls, tokens, costUsd }: Spending): string =>
  `${pluralize(calls, "call")} of models, ${formatCount(tokens)} tokens, ${costUsd === null ? "cost unknown" : formatCost(costUsd)}.`;
