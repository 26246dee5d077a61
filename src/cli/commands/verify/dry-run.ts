import { formatCost, formatCount, oneLine, pluralize } from "../../../base/index.ts";
import {
  forecastRun,
  priceNotes,
  type RunForecast,
  type StageForecast,
  storeResults,
} from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { tableLines } from "../../report/table.ts";
import { snakeKeys } from "../../snake-keys.ts";
import type { PreparedVerify } from "./prepare-verify.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** Prints what a run would ask, what it would take over, and what that may cost. */
export async function dryRun(
  prepared: PreparedVerify,
  options: VerifyOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { reuse, outputs } = prepared;
  const resume = options.resume === undefined ? undefined : { retryFailed: options.retryFailed ?? false };
  const { finished } = await storeResults(prepared, { log: outputs.log, clock: io.clock, resume }).finished();
  const forecast = await forecastRun(prepared, { reuse, finished });
  if (options.json) {
    printJson(io, snakeKeys({ benchmark: prepared.benchmark.name, ...forecast, reuse: reuse?.lines ?? [] }));
    return 0;
  }
  const { tasks, takenOver } = forecast;
  const parts = [
    ...(forecast.finished > 0 ? [`${forecast.finished} finished before`] : []),
    ...(takenOver > 0 ? [`${takenOver} taken over whole`] : []),
    `${tasks - forecast.finished - takenOver} to be worked on`,
  ];
  print(io, `${oneLine(prepared.benchmark.name)}: ${pluralize(tasks, "task")}, ${parts.join(", ")}.`);
  for (const line of [...(prepared.judged?.lines ?? []), ...(reuse?.lines ?? [])]) print(io, oneLine(line));
  if (forecast.walks > 0)
    print(
      io,
      `${pluralize(forecast.walks, "walk")} through scenarios, of ${turnsText(forecast)}, each an answer with its judgment: how many nobody knows before, and they are not in the table.`,
    );
  if (forecast.stages.length > 0) {
    print(io, "");
    for (const line of stageTable(forecast.stages)) print(io, line);
  }
  print(io, "");
  print(io, costLine(forecast, reuse?.source.name));
  for (const note of await priceNotes(prepared, reuse)) print(io, oneLine(note));
  print(io, "Nothing was asked, and nothing was written.");
  return 0;
}

function stageTable(stages: readonly StageForecast[]): readonly string[] {
  const right = (title: string) => ({ title, align: "right" }) as const;
  const about = (value: number | null, text: (value: number) => string) =>
    value === null ? "?" : text(value);
  return tableLines(
    [
      { title: "stage", align: "left" },
      { title: "model", align: "left" },
      ...["asked", "taken over", "calls", "tokens", "cost"].map(right),
    ],
    stages.map(({ stage, model, asked, takenOver, calls, inputTokens, outputTokens, costUsd }) => [
      ...[stage, oneLine(model), String(asked), String(takenOver)],
      about(calls, formatCount),
      about(inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens, formatCount),
      about(costUsd, formatCost),
    ]),
  );
}

function turnsText({ turns: { least, most } }: RunForecast): string {
  return least === most ? pluralize(most, "turn") : `${least} to ${pluralize(most, "turn")} in all`;
}

function costLine({ costUsd, costKnown, stages, turns }: RunForecast, source: string | undefined): string {
  if (turns.least === 0 && stages.every(({ asked }) => asked === 0))
    return "Price: nothing, as nothing is asked.";
  const from = source === undefined ? "" : `, by what ${source} took`;
  if (costUsd === null && turns.least > 0) return "Price: nobody knows that of walks before.";
  if (costUsd === null)
    return source === undefined
      ? "Price: nobody knows. It is worked out by what a run took that --answers-from or --extend names."
      : `Price: nobody knows${from}.`;
  return `Price: about ${formatCost(costUsd)}${costKnown ? "" : " and what is not known (?)"}${from}.`;
}
