import type { GateVerdict } from "../../analysis/index.ts";
import { oneLine, pluralize } from "../../base/index.ts";
import { gateText } from "../../report/index.ts";
import type { CommandIo, ExitCode } from "../command-io.ts";
import { paint, roomOn, type Terminal } from "./terminal.ts";
import { wrapText } from "./wrap-lines.ts";

const indent = "  ";

/** Gates as a section of their own: each with what was observed and wanted, and a mark; empty without any. */
export function renderGates(verdicts: readonly GateVerdict[], terminal: Terminal): string {
  if (verdicts.length === 0) return "";
  const lines = verdicts.flatMap((verdict) => {
    const sign = terminal.rich ? (verdict.met ? "✓" : "✗") : verdict.met ? "+" : "x";
    const [first = "", ...more] = wrapText(oneLine(gateText(verdict)), roomOn(terminal) - 4);
    return [
      `${indent}${paint(terminal, verdict.met ? "good" : "bad", sign)} ${first}`,
      ...more.map((line) => `${indent}${indent}${line}`),
    ];
  });
  return `\n${[paint(terminal, "strong", "Gates"), ...lines].join("\n")}\n`;
}

/** Lists gates that were not met on standard error; the exit code that says so. */
export function endWithGates(
  verdicts: readonly GateVerdict[],
  { stderr }: Pick<CommandIo, "stderr">,
): ExitCode {
  const missed = missedGates(verdicts);
  if (missed === undefined) return 0;
  stderr.write(`error: ${missed}\n`);
  return 1;
}

/** `2 of 3 gates were not met: …`; undefined where all were. */
export function missedGates(verdicts: readonly GateVerdict[]): string | undefined {
  const missed = verdicts.filter(({ met }) => !met);
  if (missed.length === 0) return undefined;
  const were = missed.length === 1 ? "was" : "were";
  return `${missed.length} of ${pluralize(verdicts.length, "gate")} ${were} not met: ${missed.map((verdict) => oneLine(gateText(verdict))).join("; ")}`;
}
