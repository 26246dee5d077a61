import type { VerificationResult } from "../../result/index.ts";

/** A check beside the template: what it found, and whether that set the verdict. */
export interface CheckView {
  readonly name: "abstention" | "sufficiency" | "embedding" | "limits";
  readonly found: string;
  readonly decided: boolean;
  readonly reasoning: string | null;
}

type Template = NonNullable<VerificationResult["template"]>;

/** What abstention, sufficiency and embedding checks found, and which limits the answer ran into. */
export function checkViews({ template }: Pick<VerificationResult, "template">): readonly CheckView[] {
  if (template === null) return [];
  return [abstention(template), sufficiency(template), embedding(template), limits(template)].flat();
}

function abstention(template: Template): readonly CheckView[] {
  if (!template.abstentionCheckPerformed) return [];
  const found = template.abstentionDetected ? "the model refused" : "the model did not refuse";
  const { abstentionOverrideApplied: decided, abstentionReasoning: reasoning } = template;
  return [{ name: "abstention", found, decided, reasoning }];
}

function sufficiency(template: Template): readonly CheckView[] {
  if (!template.sufficiencyCheckPerformed) return [];
  const isEnough = template.sufficiencyDetected !== false;
  const found = isEnough ? "the answer says enough" : "the answer says too little";
  const { sufficiencyOverrideApplied: decided, sufficiencyReasoning: reasoning } = template;
  return [{ name: "sufficiency", found, decided, reasoning }];
}

function embedding(template: Template): readonly CheckView[] {
  if (!template.embeddingCheckPerformed) return [];
  const { embeddingSimilarityScore: similarity, embeddingModelUsed: model } = template;
  const found = similarity === null ? "no similarity" : `similarity ${similarity.toFixed(2)}`;
  const by = model === null ? "" : ` by ${model}`;
  const decided = template.embeddingOverrideApplied;
  return [{ name: "embedding", found: `${found}${by}`, decided, reasoning: null }];
}

function limits({ recursionLimitReached, responseTimeoutPartial }: Template): readonly CheckView[] {
  const found = [
    ...(recursionLimitReached ? ["the agent ran into its turn limit"] : []),
    ...(responseTimeoutPartial ? ["the time limit cut the answer off"] : []),
  ];
  return found.length === 0
    ? []
    : [{ name: "limits", found: found.join("; "), decided: false, reasoning: null }];
}
