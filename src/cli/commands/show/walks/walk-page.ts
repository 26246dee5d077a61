import { walkReasons } from "../../../../analysis/index.ts";
import { formatDuration, oneLine, ownEntry, pluralize } from "../../../../base/index.ts";
import { endOfTrace, toolCallsIn, userPart, userStopText } from "../../../../report/index.ts";
import {
  type DrawnScenario,
  displayString,
  outcomeOf,
  type ScenarioExecutionResult,
  type VerificationResult,
} from "../../../../result/index.ts";
import { messageFromRecord, messageText } from "../../../../trace/index.ts";
import { investigationLines, toolCallLines } from "../../../evidence/investigation-lines.ts";
import { outcomeMark } from "../../../report/outcome-mark.ts";
import { paint } from "../../../report/terminal.ts";
import { shortenedTurn } from "../page/conversation.ts";
import { labelledLines, type PageView } from "../page/page-section.ts";
import { stageLines } from "../page/stages.ts";
import { valueText } from "../page/value-text.ts";
import type { PlacedWalk } from "./choose-walks.ts";
import { walkMark } from "./walk-list.ts";

type Walk = ScenarioExecutionResult;

/** What of its file a walk's page needs. */
interface WalkSurroundings {
  /** The graph of its scenario; undefined where the file does not say. */
  readonly scenario: DrawnScenario | undefined;
  /** The results of its turns by id, as many as there are. */
  readonly turns: ReadonlyMap<string, VerificationResult>;
}

const indent = "  ";

/** A walk as a page: which it is and how it ended, the conversation turn by turn with the way that was taken, and what its criteria say. */
export function walkPage(
  { place, walk }: PlacedWalk,
  { scenario, turns }: WalkSurroundings,
  view: PageView,
): readonly string[] {
  const { terminal } = view;
  const inner = { ...view, terminal: { rich: terminal.rich, columns: terminal.columns - indent.length } };
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ["", paint(terminal, "strong", title), ...lines.map((line) => indent + line)];
  return [
    ...headingLines(place, walk, view),
    ...walk.history.flatMap((turn, at) =>
      section(
        `${at + 1} of ${walk.history.length}: ${oneLine(turn.nodeId)}`,
        turnLines({ turn, way: wayText(walk, at, scenario, turns) }, turns, inner),
      ),
    ),
    ...section("Beside its turns", stageLines({ stages: walk.stages, deepJudgment: null }, inner)),
    ...section("Criteria", outcomeLines(walk, inner)),
    ...section(
      "Gathered",
      Object.entries(walk.finalState?.accumulated ?? {}).flatMap(([name, value]) =>
        labelledLines(`${oneLine(name)}: `, valueText(value, view.full), inner),
      ),
    ),
    ...section(
      "Notes",
      walk.warnings.flatMap((warning) => labelledLines("warning: ", warning, inner)),
    ),
  ].map((line) => line.trimEnd());
}

function headingLines(place: number, walk: Walk, view: PageView): readonly string[] {
  const labelled = (label: string, text: string) => labelledLines(label.padEnd(10), text, view);
  const arrow = view.terminal.rich ? " → " : " -> ";
  const { answering, parsing, promptId, replicate, executionTime } = walk;
  const took = executionTime === null ? "" : `, ${formatDuration(executionTime * 1000)}`;
  return [
    paint(view.terminal, "strong", oneLine(`${walk.scenarioId}, walk ${place}`)),
    ...(answering === null ? [] : labelled("Model", displayString(answering))),
    ...(promptId === undefined ? [] : labelled("Prompt", promptId)),
    ...(parsing === null ? [] : labelled("Judge", displayString(parsing))),
    ...(replicate === null ? [] : labelled("Replicate", String(replicate))),
    `${"Ended".padEnd(10)}${walkMark(walk, view.terminal)}, ${pluralize(walk.turnCount, "turn")}${took}`,
    ...walkReasons(walk).flatMap((reason) => labelled("", reason)),
    ...labelled("Way", oneLine(walk.path.join(arrow))),
  ];
}

type Turn = Walk["history"][number];

/** What was asked, answered, found, and where that led. */
function turnLines(
  { turn, way }: { readonly turn: Turn; readonly way: string | undefined },
  turns: ReadonlyMap<string, VerificationResult>,
  view: PageView,
): readonly string[] {
  const result = turns.get(turn.verificationResultId ?? "");
  const said = (label: string, text: string) =>
    labelledLines(label.padEnd(10), view.full ? text : shortenedTurn(text), view);
  const { failure } = result?.metadata ?? {};
  const fields = Object.entries(turn.parsedFields ?? {});
  return [
    ...said(userPart(result?.stages ?? []).asks ? "user asks" : "asked", turn.questionText ?? ""),
    ...answeredLines(turn, result, view),
    `${"verdict".padEnd(10)}${result === undefined ? verdictText(turn) : outcomeMark(outcomeOf(result), view.terminal)}`,
    ...(failure ? said("", `${failure.category} in ${failure.stage}: ${failure.reason}`) : []),
    ...(fields.length === 0
      ? []
      : said("fields", fields.map(([name, value]) => `${name}: ${valueText(value, view.full)}`).join("; "))),
    ...(way === undefined ? [] : labelledLines("then".padEnd(10), way, view)),
  ];
}

/** What the model said last and how often it used tools; with `full` all that it did, step by step. */
function answeredLines(
  { rawResponse }: Turn,
  result: VerificationResult | undefined,
  view: PageView,
): readonly string[] {
  const label = "answered".padEnd(10);
  const margin = " ".repeat(label.length);
  const trace = rawResponse ?? "";
  const messages = (result?.template?.traceMessages ?? []).map(messageFromRecord);
  const blocks = messages.flatMap(({ content }) => content);
  const calls =
    messages.length === 0 ? toolCallsIn(trace) : blocks.filter(({ type }) => type === "tool_use").length;
  if (view.full && calls > 0) {
    const inner = { ...view.terminal, columns: view.terminal.columns - label.length };
    return investigationLines(trace, "full", inner).map((line, at) => `${at === 0 ? label : margin}${line}`);
  }
  const last = messages.findLast(({ role }) => role === "assistant");
  const text = last === undefined ? endOfTrace(trace) : messageText(last);
  return [
    ...labelledLines(label, view.full ? text : shortenedTurn(text), view),
    ...toolCallLines(calls, view.terminal).map((line) => `${margin}${line}`),
  ];
}

const verdictText = ({ verifyResult }: Turn): string =>
  verifyResult === null ? "none" : verifyResult ? "pass" : "wrong";

/** `to pays, when parsed.asked = true`: where a turn led; undefined where the walk was cut short there. */
function wayText(
  walk: Walk,
  at: number,
  scenario: DrawnScenario | undefined,
  turns: ReadonlyMap<string, VerificationResult>,
): string | undefined {
  const next = walk.history[at + 1];
  const taken = next === undefined ? walk.endedBy : next.arrivedBy;
  const edge = taken === null ? undefined : scenario?.edges[taken];
  const label = edge === undefined || edge.label === "" ? "" : `, when ${edge.label}`;
  if (next !== undefined) {
    const { stops } = userPart(turns.get(next.verificationResultId ?? "")?.stages ?? []);
    return oneLine([...stops, `to ${next.nodeId}${label}`].join(": "));
  }
  const { userStop = null } = walk.finalState ?? {};
  const stop = userStop === null ? [] : [userStopText(userStop)];
  const parts = [...stop, ...(walk.status === "completed" ? [`the end${label}`] : [])];
  return parts.length === 0 ? undefined : oneLine(parts.join(": "));
}

function outcomeLines(walk: Walk, view: PageView): readonly string[] {
  const names = Object.keys(walk.outcomeResults);
  const width = Math.max(0, ...names.map((name) => oneLine(name).length)) + 2;
  return names.flatMap((name) => {
    const value = valueText(ownEntry(walk.outcomeResults, name), view.full);
    const why = ownEntry(walk.outcomeReasons, name);
    return labelledLines(oneLine(name).padEnd(width), why ? `${value}: ${why}` : value, view);
  });
}
