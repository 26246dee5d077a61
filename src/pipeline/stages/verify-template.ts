import { KareninaError } from "../../base/index.ts";
import { type TemplateVerification, undecidedFields, verifyAnswer } from "../../template/index.ts";
import { defineStage } from "../stage.ts";

/**
 * Compares the filled template with the ground truth, and the trace with the template's regular expressions.
 * Makes no ruling where only the embedding check can decide.
 */
export const verifyTemplate = defineStage({
  name: "VerifyTemplate",
  requires: ["template", "response", "parsed"],
  produces: ["verification"],
  async run({ template, response, parsed }, { services, signal, task }) {
    const verification = await verifyAnswer(template, parsed.answer, {
      trace: response.trace,
      tools: { ...services.tools, signal },
      scenario: task.turn?.shown?.context,
    });
    if (verification.customCheckError !== undefined) {
      return { verification, error: new KareninaError("template_invalid", verification.customCheckError) };
    }
    if (verification.unfinishedCheck !== undefined) {
      return { verification, error: new KareninaError("sandbox_limit", verification.unfinishedCheck) };
    }
    const { granularError } = verification;
    const warnings = granularError === undefined ? [] : [`There is no granular score: ${granularError}`];
    if (undecidedFields(template, verification).length > 0) return { verification, warnings };
    return {
      verification,
      warnings,
      ruling: {
        verifyResult: verification.verifyResult,
        kind: "verification",
        reason: verification.verifyResult ? "all required checks passed" : failedChecks(verification),
      },
    };
  },
});

function failedChecks({ fieldResult, fieldResults, fieldError, regex }: TemplateVerification): string {
  const names = (wanted: boolean | null) =>
    Object.entries(fieldResults).flatMap(([name, result]) => (result === wanted ? [name] : []));
  const parts: string[] = [];
  if (!fieldResult) {
    const wrong = names(false);
    const missing = names(null);
    if (wrong.length > 0) parts.push(`wrong: ${wrong.join(", ")}`);
    if (missing.length > 0) parts.push(`not stated: ${missing.join(", ")}`);
    if (fieldError !== undefined) parts.push(fieldError);
    if (parts.length === 0) parts.push("verify returned false");
  }
  if (!regex.success) {
    const failed = Object.entries(regex.results).flatMap(([name, passed]) => (passed ? [] : [name]));
    parts.push(`pattern not matched: ${failed.join(", ")}`);
  }
  return parts.join("; ");
}
