import { stageUsage, type VerificationResultTemplate } from "../../result/index.ts";
import { sumUsage, type Usage } from "../../trace/index.ts";
import type { Facts } from "../facts.ts";
import type { PipelineLog } from "../stage.ts";

/**
 * Tokens per step and in total. An answer shared among judges shows its tokens in each of their results;
 * the stage records say what each task spent itself.
 */
export function usageMetadata(
  { response }: Partial<Facts>,
  usage: PipelineLog["usage"],
): VerificationResultTemplate["usageMetadata"] {
  const parts = new Map<string, { readonly usage: Usage; readonly model: string }>();
  if (response !== undefined) {
    parts.set("answer_generation", { usage: response.usage, model: response.model });
  }
  for (const [key, value] of usage) if (!parts.has(key)) parts.set(key, value);
  if (parts.size === 0) return {};
  return {
    ...Object.fromEntries([...parts].map(([key, part]) => [key, stageUsage(part.usage, part.model)])),
    total: stageUsage(sumUsage([...parts.values()].map((part) => part.usage))),
  };
}
