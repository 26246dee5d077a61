import { pluralize } from "../../base/index.ts";
import { endOfTrace, toolCallsIn, traceSteps } from "../../report/index.ts";
import { paint, type Terminal } from "../report/terminal.ts";
import { answerLines } from "./answer-lines.ts";

/** How much of an investigation is shown: how it ended, its steps with long outputs shortened, or all of it. */
export type InvestigationDepth = "end" | "steps" | "full";

/** What a judge did and said as an agent, each line behind a bar. */
export function investigationLines(
  trace: string,
  depth: InvestigationDepth,
  terminal: Pick<Terminal, "rich" | "columns">,
): readonly string[] {
  if (depth === "full") return answerLines({ text: trace, marks: [] }, terminal, true);
  if (depth === "end") {
    const end = answerLines({ text: endOfTrace(trace), marks: [] }, terminal, false);
    return [...end, ...toolCallLines(toolCallsIn(trace), terminal)];
  }
  const bar = paint(terminal, "dim", terminal.rich ? "│" : "|");
  return traceSteps(trace).flatMap(({ kind, text }, at) => [
    ...(at > 0 ? [bar] : []),
    ...answerLines({ text, marks: [] }, terminal, kind !== "tool"),
  ]);
}

/** That tools were called and where to see how; nothing where none was. */
export function toolCallLines(calls: number, terminal: Pick<Terminal, "rich">): readonly string[] {
  if (calls === 0) return [];
  return [
    paint(terminal, "dim", `${pluralize(calls, "tool call")}; --full shows ${calls === 1 ? "it" : "them"}`),
  ];
}
