import * as z from "zod";
import type { LlmPort } from "../../../ports/index.ts";
import { answerTemplate, exactMatch, traceContains, verified } from "../../../template/index.ts";
import { judgeOf, tools } from "../../testing/judge-of.ts";
import { deepJudgeTemplate } from "../deep-judge-template.ts";
import type { DeepJudgeTemplateRequest, TemplateDeepJudgment } from "../template-deep-judgment.ts";

/** An answer that holds a target and a disease. */
export const answerText =
  "Venetoclax binds directly to BCL2, an anti-apoptotic protein. It is approved for chronic lymphocytic leukaemia.";

/** Two attributes, and a field that is looked for in the trace. */
export const template = answerTemplate({
  target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
  cites: verified(z.boolean(), {
    description: "Cites a source",
    groundTruth: true,
    verifyWith: traceContains({ substring: "[1]" }),
  }),
  disease: verified(z.string(), {
    description: "The disease",
    groundTruth: "chronic lymphocytic leukaemia",
    verifyWith: exactMatch(),
  }),
});

/** Quotes that stand in {@link answerText}, and one that does not. */
export const quotes = {
  target: "Venetoclax binds directly to BCL2",
  disease: "approved for chronic lymphocytic leukaemia",
  invented: "Ibrutinib inhibits Bruton tyrosine kinase in mantle cell lymphoma",
};

/** A reply with these quotes by attribute. */
export function excerptsReply(excerpts: { readonly [attribute: string]: readonly (string | object)[] }) {
  const entries = Object.entries(excerpts).map(([attribute, list]) => [
    attribute,
    list.map((entry) =>
      typeof entry === "string" ? { text: entry, confidence: "high", explanation: null } : entry,
    ),
  ]);
  return { json: { excerpts: Object.fromEntries(entries) } };
}

/** A reply that assesses the excerpts, in order. */
export function risksReply(...risks: readonly string[]) {
  const assessments = risks.map((risk, index) => ({
    excerpt_id: String(index + 1),
    justification: `${risk}: so they say`,
    hallucination_risk: risk,
  }));
  return { json: { excerpt_assessments: assessments } };
}

/** A reply with reasoning for both attributes. */
export const reasoned = { json: { reasoning: { target: "It names BCL2.", disease: "It names CLL." } } };
/** A reply with both values. */
export const filled = { json: { target: "BCL2", disease: "chronic lymphocytic leukaemia" } };
/** A reply that cannot be read, and its repetition after the parser's own feedback. */
export const unreadable: readonly string[] = ["no JSON", "no JSON"];

/** Judges {@link answerText} with a judge that asks this model. */
export function judgedBy(
  llm: LlmPort,
  given: Partial<DeepJudgeTemplateRequest> = {},
): Promise<TemplateDeepJudgment> {
  const judge = judgeOf(llm);
  return deepJudgeTemplate(
    { excerpts: judge, risk: judge, reasoning: judge, values: judge },
    {
      template,
      question: "What does venetoclax target?",
      answer: answerText,
      withHints: false,
      tools,
      mode: "full",
      strategy: "batch",
      settings: { maxExcerpts: 3, threshold: 0.8, retryAttempts: 2 },
      search: null,
      ...given,
    },
  );
}
