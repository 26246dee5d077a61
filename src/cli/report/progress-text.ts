import {
  formatCost,
  formatCount,
  formatDuration,
  formatShare,
  oneLine,
  pluralize,
} from "../../base/index.ts";
import { type OutcomeCounts, passShare } from "../../result/index.ts";
import type { RunReport, RunStarted, RunStatus } from "../../run/index.ts";
import { failedCount, type RunTally } from "./run-tally.ts";
import { aligned } from "./table.ts";
import { paint, type Terminal } from "./terminal.ts";

/** How far a run is, what an earlier part of it has finished included: a bar where it can be drawn, tasks, share, elapsed and remaining time. */
export function positionText(
  tally: RunTally,
  elapsedMs: number,
  terminal: Pick<Terminal, "rich" | "interactive">,
): string {
  const { total, finished, finishedBefore, running } = tally;
  const all = total + finishedBefore;
  const share = all === 0 ? 1 : (finished + finishedBefore) / all;
  return joinParts([
    terminal.interactive && bar(share, terminal.rich),
    `${finished + finishedBefore}/${all}`,
    formatShare(share),
    `${running} running`,
    formatDuration(elapsedMs),
    finished > 0 &&
      finished < total &&
      `~${formatDuration((elapsedMs / finished) * (total - finished))} left`,
  ]);
}

/** What came of the finished tasks, and what it has taken. */
export function outcomeText(tally: RunTally, elapsedMs: number, terminal: Pick<Terminal, "rich">): string {
  const { outcomes, tokens, costUsd, retries, finished, uncounted } = tally;
  const failed = failedCount(outcomes);
  const isUnscored = outcomes.pass + outcomes.wrong === 0 && outcomes.unscored + outcomes.auto_failed > 0;
  return joinParts([
    uncounted > 0 && `${uncounted} before`,
    !isUnscored && paint(terminal, "good", passText(outcomes)),
    !isUnscored && paint(terminal, "bad", `${outcomes.wrong} wrong`),
    (!isUnscored || outcomes.no_answer > 0) && `${outcomes.no_answer} no answer`,
    outcomes.auto_failed > 0 && paint(terminal, "bad", `${outcomes.auto_failed} auto-failed`),
    failed > 0 ? paint(terminal, "warn", `${failed} failed`) : "0 failed",
    outcomes.unscored > 0 && `${outcomes.unscored} unscored`,
    tokens > 0 && `${formatCount(tokens)} tokens`,
    costUsd !== null && formatCost(costUsd),
    finished > 0 && elapsedMs > 0 && rateText(finished, elapsedMs),
    retriesText(retries),
  ]);
}

/** `23 pass (70 %)`: the share of those that reached a verdict. */
function passText(outcomes: OutcomeCounts): string {
  const { passed, rate } = passShare(outcomes);
  return rate === null ? `${passed} pass` : `${passed} pass (${formatShare(rate)})`;
}

function retriesText(retries: RunTally["retries"]): string | false {
  const count = [...retries.values()].reduce((sum, ofCause) => sum + ofCause, 0);
  if (count === 0) return false;
  const causes = [...retries.keys()].join(", ");
  return `${count === 1 ? "1 retry" : `${count} retries`} (${causes})`;
}

/** So many models have a line while a run goes on. */
const mostModels = 8;

/** Where several models are asked: a line each with its pass rate so far, names under each other. */
export function modelTexts({ models }: RunTally, terminal: Pick<Terminal, "rich">): readonly string[] {
  if (models.size < 2) return [];
  const shown = [...models].slice(0, mostModels);
  const rows = shown.map(([id, outcomes]) => {
    const { passed, of, rate } = passShare(outcomes);
    const failed = failedCount(outcomes);
    return [
      `  ${oneLine(id)}`,
      rate === null ? "" : paint(terminal, "good", `${passed}/${of}`),
      rate === null ? "" : formatShare(rate),
      outcomes.no_answer > 0 ? `${outcomes.no_answer} no answer` : "",
      failed > 0 ? paint(terminal, "warn", `${failed} failed`) : "",
    ];
  });
  const more = models.size - shown.length;
  return [
    ...aligned(rows, { aligns: ["left", "right", "right", "left", "left"] }),
    ...(more > 0 ? [`  and ${pluralize(more, "more model")}`] : []),
  ];
}

/** What is about to be run. */
export function startText({ total, finishedBefore, concurrency }: RunStarted): string {
  const before = finishedBefore > 0 ? `; ${finishedBefore} finished before` : "";
  // of a run that workers do nobody knows it at its start
  const most = concurrency === 0 ? "" : `, up to ${concurrency} at a time`;
  return `Running ${pluralize(total, "task")}${most}${before}.`;
}

/** What the first Ctrl-C does, and what the next one would. */
export const stoppingText = ({ running }: { readonly running: number }): string =>
  `Stopping: nothing new starts, ${pluralize(running, "task")} under way ${running === 1 ? "is" : "are"} finished. Ctrl-C again ends ${running === 1 ? "it" : "them"} at once.`;

const endings: { readonly [S in RunStatus]: string } = {
  completed: "Finished",
  cancelled: "Cancelled",
  stopped: "Stopped",
  timed_out: "Stopped at the run's time limit",
  budget_spent: "Stopped at the run's budget",
  unreachable: "Stopped: a model could not be reached",
  sink_failed: "Stopped: results could not be written",
  failed: "Stopped by a defect",
};

/** How the run ended, with everything that has to be said about it. */
export function endText(report: RunReport): string {
  const { status, finished, total, durationMs } = report;
  const left = total - finished;
  const time = formatDuration(durationMs);
  const text =
    left === 0
      ? `${pluralize(finished, "task")} in ${time}`
      : `${finished} of ${pluralize(total, "task")} done, ${left} left; stopped after ${time}`;
  return [
    `${endings[status]}: ${text}.`,
    ...report.sinkFailures.map(({ error }) =>
      error.hint === undefined ? error.message : `${error.message} ${error.hint}`,
    ),
    ...report.paces.flatMap(paceTexts),
    ...report.warnings,
  ]
    .map(oneLine)
    .join("\n");
}

/** What kept a model's calls waiting, where they waited for more than a while in all. */
function paceTexts({
  model,
  calls,
  refused,
  limit,
  perSecond,
  waitedMs,
}: RunReport["paces"][number]): readonly string[] {
  const waited = (Object.keys(waitedMs) as (keyof typeof waitedMs)[]).filter(
    (cause) => waitedMs[cause] >= 1000,
  ); // its own keys
  if (waited.length === 0 && refused === 0) return [];
  const why = { server: "for their turn", pause: "as its server asked", rate: "for the limit per minute" };
  const parts = [
    ...(refused > 0 ? [`its server refused ${refused} of ${pluralize(calls, "call")} for now`] : []),
    ...(perSecond === null ? [] : [`it takes about ${paceText(perSecond)}`]),
    ...(limit === null ? [] : [`it takes about ${limit} at once`]),
    ...waited.map((cause) => `calls waited ${formatDuration(waitedMs[cause])} in all ${why[cause]}`),
  ];
  return [`${model}: ${parts.join("; ")}.`];
}

const paceText = (perSecond: number) =>
  perSecond >= 1
    ? `${perSecond >= 10 ? Math.round(perSecond) : perSecond.toFixed(1)} a second`
    : `${(perSecond * 60).toFixed(1)} a minute`;

function rateText(finished: number, elapsedMs: number): string {
  const perSecond = finished / (elapsedMs / 1000);
  return perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(perSecond * 60).toFixed(1)}/min`;
}

const barColumns = 20;

function bar(share: number, rich: boolean): string {
  const full = Math.floor(share * barColumns);
  return rich
    ? "█".repeat(full) + "░".repeat(barColumns - full)
    : `[${"#".repeat(full)}${".".repeat(barColumns - full)}]`;
}

const joinParts = (parts: readonly (string | false)[]) => parts.filter((part) => part !== false).join("  ");
