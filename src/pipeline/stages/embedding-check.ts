import { messageOf } from "../../base/index.ts";
import { judgeEquivalence } from "../../judge/index.ts";
import { semanticThreshold, undecidedFields } from "../../template/index.ts";
import { embeddingTexts, similarity } from "../embedding-similarity.ts";
import { judgeFor } from "../judge-for.ts";
import { defineStage } from "../stage.ts";

/**
 * Second look at a failed field check: similar embeddings and a judge that finds the values equivalent turn it
 * into a pass. Never overrides a failed regular expression; a failure of the check itself changes nothing. Fields checked
 * by `SemanticMatch` are decided here alone: for them a failure of the check is an error, not a verdict.
 */
export const embeddingCheck = defineStage({
  name: "EmbeddingCheck",
  requires: ["template", "parsed", "verification"],
  produces: ["embedding"],
  usageKey: "embedding_check",
  skip: ({ verification }, { task }) => {
    if (verification.fieldResult) return "the fields passed";
    if (task.options.embedding === undefined) return "the embedding check is not enabled";
    return undefined;
  },
  async run({ template, parsed, verification }, context) {
    const { options, question } = context.task;
    const { embedding: settings } = options;
    if (settings === undefined) return { embedding: notPerformed };
    const { embedder } = settings;
    const texts = embeddingTexts(verification.groundTruth, parsed.answer.values);
    const undecided = undecidedFields(template, verification);
    const threshold =
      undecided.length > 0 ? (semanticThreshold(template) ?? settings.threshold) : settings.threshold;
    const notEquivalent = (reason: string) =>
      undecided.length === 0
        ? {}
        : {
            ruling: {
              verifyResult: false,
              kind: "verification",
              reason: `${undecided.join(", ")}: ${reason}`,
            } as const,
          };
    try {
      const score = await similarity(embedder, texts, context);
      const embedding = { performed: true, similarity: score, model: embedder.model, overrideApplied: false };
      if (score < threshold) {
        return { embedding, ...notEquivalent(`similarity ${score.toFixed(2)} is below ${threshold}`) };
      }
      const { decision, reasoning } = await judgeEquivalence(judgeFor(context), {
        question: question.question,
        ...texts,
      });
      if (!decision) return { embedding, ...notEquivalent(`not equivalent: ${reasoning}`) };
      const passed = verification.regex.success;
      return {
        embedding: { ...embedding, overrideApplied: true },
        ruling: {
          verifyResult: passed,
          kind: undecided.length > 0 ? "verification" : "override",
          reason: passed
            ? `equivalent to the expected values: ${reasoning}`
            : "the values are equivalent, but a required pattern did not match",
        },
      };
    } catch (error) {
      if (context.signal.aborted) throw error;
      const embedding = { performed: true, similarity: null, model: embedder.model, overrideApplied: false };
      if (undecided.length > 0) return { embedding, error };
      context.lost(error);
      return { embedding, warnings: [`EmbeddingCheck failed and changed nothing: ${messageOf(error)}`] };
    }
  },
});

const notPerformed = { performed: false, similarity: null, model: null, overrideApplied: false };
