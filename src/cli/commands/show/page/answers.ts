import {
  type JudgedText,
  type JudgedTexts,
  reasonWithoutAnswer,
  type ShownEvidence,
  toolCallsIn,
} from "../../../../report/index.ts";
import type { VerificationResult } from "../../../../result/index.ts";
import { messageFromRecord, renderTrace } from "../../../../trace/index.ts";
import { answerLines, legendText } from "../../../evidence/answer-lines.ts";
import { type InvestigationDepth, toolCallLines } from "../../../evidence/investigation-lines.ts";
import { labelledLines, type PageView } from "./page-section.ts";

/** A part of the page with its title. */
interface TitledLines {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What of the answer is shown, and how. */
interface AnswerView extends PageView {
  readonly judged: JudgedTexts;
  readonly items: readonly ShownEvidence[];
  /** False: what the judge of the template reported is not asked for. */
  readonly withReport: boolean;
  /** How much of investigations stands elsewhere on the page. */
  readonly depth: InvestigationDepth;
}

/**
 * The answer with the passages that were quoted; where tools were used that it does not show, how often, and with `full`
 * the whole trace; then what else was judged.
 */
export function answerSections(result: VerificationResult, view: AnswerView): readonly TitledLines[] {
  const failed = noAnswerLines(result, view);
  if (failed !== undefined) return [{ title: "Answer", lines: failed }];
  const hidden = hiddenTrace(result, view.judged.texts);
  return view.judged.texts
    .filter(({ role }) => view.withReport || role !== "report")
    .flatMap((text) => {
      const lines = [...textLines(text, view), ...(text.role === "report" ? reportCalls(result, view) : [])];
      if (text.role !== "answer" || hidden === undefined) return [{ title: text.title, lines }];
      if (!view.full) {
        const calls = toolCallLines(hidden.calls, view.terminal);
        return [{ title: text.title, lines: [...lines, ...calls] }];
      }
      const trace = answerLines({ text: hidden.trace, marks: [] }, view.terminal, true);
      return [
        { title: text.title, lines },
        { title: "Trace", lines: trace },
      ];
    });
}

/** How often the judge called tools, where the page does not show it. */
function reportCalls({ template }: VerificationResult, { depth, terminal }: AnswerView): readonly string[] {
  return depth === "end" ? toolCallLines(toolCallsIn(template?.investigationTrace ?? ""), terminal) : [];
}

function textLines(text: JudgedText, { items, terminal, full }: AnswerView): readonly string[] {
  const tags = new Set(text.marks.map(({ item }) => item));
  const legend = legendText(
    items.filter(({ number }) => tags.has(number)),
    terminal,
  );
  return [...answerLines(text, terminal, full), ...(legend === "" ? [] : [legend])];
}

/** Why there is no answer, where the model never gave one. */
function noAnswerLines(result: VerificationResult, view: PageView): readonly string[] | undefined {
  const reason = reasonWithoutAnswer(result);
  return reason === null ? undefined : labelledLines("no answer: ", reason, view);
}

/** What the model did with tools; undefined where it used none, or the page shows all of it as the answer. */
function hiddenTrace(
  { template }: VerificationResult,
  texts: readonly JudgedText[],
): { readonly trace: string; readonly calls: number } | undefined {
  if (template === null) return undefined;
  const messages = template.traceMessages.map(messageFromRecord);
  const blocks = messages.flatMap(({ content }) => content);
  const calls = template.agentMetrics?.toolCalls ?? blocks.filter(({ type }) => type === "tool_use").length;
  const trace = template.rawLlmResponse || renderTrace(messages);
  const isShown = texts.some(({ role, text }) => role !== "report" && text.trim() === trace.trim());
  return calls === 0 || trace.trim() === "" || isShown ? undefined : { trace, calls };
}
