import { jsonSection, section } from "../../../prompt/index.ts";
import type { RetrievedContext } from "../../../trace/index.ts";
import type { JudgeForm } from "../../asking/judge-form.ts";
import { materialRule } from "../../asking/judging-rules.ts";
import type { JudgingMaterial } from "../../asking/material.ts";
import type { RetrievalFinding } from "./findings.ts";
import type { RetrievalRubricTrait } from "./trait.ts";

/** What a measure came to; null: there is nothing to divide by. */
export interface Measured {
  readonly score: number | null;
  readonly counted: number;
  readonly of: number;
  readonly findings: readonly RetrievalFinding[];
  /** Why there is no score. */
  readonly problem?: string;
}

/** What is measured: what a judge is asked, and how code makes a number of it. */
export interface Measure {
  /** What has to be known of an answer; what is missing leaves the trait without a value. */
  readonly needs: {
    readonly finalMessage?: true;
    readonly reference?: true;
    /** True: nothing can be said where nothing was looked up. */
    readonly contexts?: true;
  };
  /** The judge's part and its rules, behind `You`. */
  readonly rules: string;
  /** The reply, in words. */
  readonly reply: string;
  form(given: MeasureMaterial): JudgeForm<Measured>;
}

/** What a measure is made from; empty texts where it needs none. */
export interface MeasureMaterial {
  readonly question: string;
  readonly answer: string;
  readonly reference: string;
  readonly contexts: readonly RetrievedContext[];
}

/** What a measure is made from, or why it cannot be. */
export function materialFor(
  { needs }: Measure,
  {
    question,
    referenceAnswer,
    retrieval,
  }: Pick<JudgingMaterial, "question" | "referenceAnswer" | "retrieval">,
): { readonly ok: true; readonly value: MeasureMaterial } | { readonly ok: false; readonly problem: string } {
  const { contexts = null, finalMessage } = retrieval ?? {};
  const no = (problem: string) => ({ ok: false, problem }) as const;
  if (contexts === null)
    return no("it is not known what was looked up for the answer: no contexts came with it");
  if (needs.contexts && !contexts.some(({ text }) => text.trim() !== ""))
    return no("nothing was looked up for the answer: there is no context to measure");
  if (needs.finalMessage && !finalMessage?.ok)
    return no(`there is no final message to judge: ${finalMessage?.error ?? "it is not known"}`);
  const reference = referenceAnswer?.trim() ?? "";
  if (needs.reference && reference === "") return no("the question has no reference answer to measure by");
  return {
    ok: true,
    value: { question, answer: finalMessage?.ok ? finalMessage.text : "", reference, contexts },
  };
}

/** What the judge reads: what the measure needs, the passages numbered in their order, and what the author says beside. */
export function measurePrompt(trait: RetrievalRubricTrait, measure: Measure, material: MeasureMaterial) {
  const { question, answer, reference, contexts } = material;
  const passages = contexts.map(({ text }, at) => `Passage ${at + 1}:\n${section("passage", text)}`);
  const about = trait.description || trait.summary;
  return {
    system: `You ${measure.rules}

${materialRule}
Reply with the JSON object alone: ${measure.reply}`,
    user: [
      section("question", question),
      ...(measure.needs.reference ? [section("reference", reference)] : []),
      ...(measure.needs.finalMessage ? [section("answer", answer)] : []),
      ...(passages.length > 0 ? passages : ["No passage was found."]),
      ...(about ? [jsonSection("trait", { name: trait.name, criteria: about })] : []),
    ].join("\n\n"),
  };
}

/** A measure that is a share; `nothing` says why there is none where there is nothing to have a share of. */
export function share(
  { counted, of }: Pick<Measured, "counted" | "of">,
  findings: readonly RetrievalFinding[],
  nothing: string,
): Measured {
  const score = of === 0 ? null : counted / of;
  return { score, counted, of, findings, ...(score === null && { problem: nothing }) };
}
