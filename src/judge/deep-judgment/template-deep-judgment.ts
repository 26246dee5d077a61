import type { SearchPort } from "../../ports/index.ts";
import type { Excerpt, HallucinationRisk, RejectedExcerpt } from "../../result/index.ts";
import type { Answer } from "../../template/index.ts";
import type { TracePart } from "../../trace/index.ts";
import type { Judge } from "../judge.ts";
import type { FillTemplateRequest } from "../template/fill-template.ts";
import type { EvidenceSettings, EvidenceStrategy } from "./settings.ts";

/** The same judge for each step; their observers keep the tokens of the steps apart. */
export interface DeepJudges {
  readonly excerpts: Judge;
  readonly risk: Judge;
  readonly reasoning: Judge;
  readonly values: Judge;
}

/** What is needed to fill a template from evidence. */
export interface DeepJudgeTemplateRequest extends FillTemplateRequest {
  /** `reasoning_only` reasons from the whole answer, without excerpts. */
  readonly mode: "reasoning_only" | "full";
  readonly strategy: EvidenceStrategy;
  readonly settings: EvidenceSettings;
  /** Who the parts of the answer are from, where it is a trace. Default: it is the model's own text. */
  readonly parts?: readonly TracePart[];
  /** Looks excerpts up outside the answer; null: they are not looked up. */
  readonly search: SearchPort | null;
}

/** A template filled from evidence, and the evidence. Attributes are the fields that a judge fills in. */
export interface TemplateDeepJudgment {
  readonly answer: Answer;
  /** Of the last attempt; where nothing was found, one without text that says why, or none. Empty with `reasoning_only`. */
  readonly excerpts: { readonly [attribute: string]: readonly Excerpt[] };
  /** Quotations of every attempt that are no evidence; an attribute without any is left out. */
  readonly rejectedExcerpts: { readonly [attribute: string]: readonly RejectedExcerpt[] };
  readonly reasoning: { readonly [attribute: string]: string };
  /** Of `excerpts`, `excerpt_hallucination_assessment`, `reasoning`, `parameters`, in order. */
  readonly stagesCompleted: readonly string[];
  /** Calls that came back, repeated ones included. */
  readonly modelCalls: number;
  readonly excerptRetryCount: number;
  /** After the last attempt. */
  readonly attributesWithoutExcerpts: readonly string[];
  /** By attribute; null when nothing was looked up. An attribute whose search or assessment failed, or that has no value, is left out. */
  readonly hallucinationRisk: { readonly [attribute: string]: HallucinationRisk } | null;
  readonly warnings: readonly string[];
}
