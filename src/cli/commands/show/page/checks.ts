import type { VerificationResult } from "../../../../result/index.ts";
import { labelledLines, type PageView } from "./page-section.ts";

type Template = NonNullable<VerificationResult["template"]>;

/** What abstention, sufficiency and embedding checks found, and whether that changed the verdict. */
export function checkLines({ template }: VerificationResult, view: PageView): readonly string[] {
  if (template === null) return [];
  return [abstention(template), sufficiency(template), embedding(template), turnLimit(template)].flatMap(
    (text) => (text === undefined ? [] : labelledLines("", text, view)),
  );
}

function abstention(template: Template): string | undefined {
  if (!template.abstentionCheckPerformed) return undefined;
  const found = template.abstentionDetected ? "the model refused" : "the model did not refuse";
  return sentence("abstention", found, template.abstentionOverrideApplied, template.abstentionReasoning);
}

function sufficiency(template: Template): string | undefined {
  if (!template.sufficiencyCheckPerformed) return undefined;
  const found =
    template.sufficiencyDetected === false ? "the answer says too little" : "the answer says enough";
  return sentence("sufficiency", found, template.sufficiencyOverrideApplied, template.sufficiencyReasoning);
}

function embedding(template: Template): string | undefined {
  if (!template.embeddingCheckPerformed) return undefined;
  const { embeddingSimilarityScore: similarity, embeddingModelUsed: model } = template;
  const found = similarity === null ? "no similarity" : `similarity ${similarity.toFixed(2)}`;
  return sentence(
    "embedding",
    `${found}${model === null ? "" : ` by ${model}`}`,
    template.embeddingOverrideApplied,
    null,
  );
}

function turnLimit({ recursionLimitReached, responseTimeoutPartial }: Template): string | undefined {
  const found = [
    ...(recursionLimitReached ? ["the agent ran into its turn limit"] : []),
    ...(responseTimeoutPartial ? ["the time limit cut the answer off"] : []),
  ];
  return found.length === 0 ? undefined : found.join("; ");
}

function sentence(check: string, found: string, changed: boolean, reasoning: string | null): string {
  return `${check}: ${found}${changed ? ", which set the verdict" : ""}${reasoning ? `. ${reasoning}` : ""}`;
}
