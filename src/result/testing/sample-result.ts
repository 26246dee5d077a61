import { isCompleted, type VerificationResultMetadata } from "../sections/metadata.ts";
import { templateSection, type VerificationResultTemplate } from "../sections/template.ts";
import { VerificationResult } from "../verification-result.ts";

/** What tests say about a result; the rest is filled in. */
export interface SampleFields extends Partial<Omit<VerificationResult, "metadata" | "template">> {
  readonly metadata?: Partial<VerificationResultMetadata>;
  readonly template?: Partial<VerificationResultTemplate> | null;
}

/** A result for tests: a pass by `openai:gpt` judged by `openai:judge`, unless told otherwise. */
export function sampleResult({
  metadata = {},
  template = {},
  ...root
}: SampleFields = {}): VerificationResult {
  return VerificationResult.parse({
    ...root,
    metadata: {
      questionId: "q1",
      templateId: "no_template",
      questionText: "What?",
      answering: { interface: "openai", modelName: "gpt" },
      parsing: { interface: "openai", modelName: "judge" },
      executionTime: 1.5,
      timestamp: "2025-01-02T03:04:05.000Z",
      resultId: "0123456789abcdef",
      completedWithoutErrors: isCompleted(metadata.failure ?? null),
      ...metadata,
    },
    template:
      template && templateSection({ verifyResult: true, templateVerificationPerformed: true, ...template }),
  });
}
