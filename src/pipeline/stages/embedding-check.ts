import { messageOf } from "../../base/index.ts";
import { judgeEquivalence } from "../../judge/index.ts";
import { embeddingTexts, similarity } from "../embedding-similarity.ts";
import { judgeFor } from "../judge-for.ts";
import { defineStage } from "../stage.ts";

/**
 * Second look at a failed field check: similar embeddings and a judge that finds the values equivalent turn it
 * into a pass. Never overrides a failed regular expression; a failure of the check itself changes nothing.
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
  async run({ parsed, verification }, context) {
    const { options, question } = context.task;
    const notPerformed = { performed: false, similarity: null, model: null, overrideApplied: false };
    if (options.embedding === undefined) return { embedding: notPerformed };
    const { embedder, threshold } = options.embedding;
    const texts = embeddingTexts(verification.groundTruth, parsed.answer.values);
    try {
      const score = await similarity(embedder, texts, context);
      const embedding = { performed: true, similarity: score, model: embedder.model, overrideApplied: false };
      if (score < threshold) return { embedding };
      const { decision, reasoning } = await judgeEquivalence(judgeFor(context), {
        question: question.question,
        ...texts,
      });
      if (!decision) return { embedding };
      const passed = verification.regex.success;
      return {
        embedding: { ...embedding, overrideApplied: true },
        ruling: {
          verifyResult: passed,
          kind: "override",
          reason: passed
            ? `equivalent to the expected values: ${reasoning}`
            : "the values are equivalent, but a required pattern did not match",
        },
      };
    } catch (error) {
      if (context.signal.aborted) throw error;
      return {
        embedding: { performed: true, similarity: null, model: embedder.model, overrideApplied: false },
        warnings: [`EmbeddingCheck failed and changed nothing: ${messageOf(error)}`],
      };
    }
  },
});
