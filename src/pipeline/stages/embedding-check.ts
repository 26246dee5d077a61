import { messageOf } from "../../base/index.ts";
import { judgeEquivalence } from "../../judge/index.ts";
import { comparableValues, creditValues, semanticThreshold, undecidedFields } from "../../template/index.ts";
import { embeddingTexts, similarity } from "../embedding-similarity.ts";
import type { EmbeddingFact } from "../facts.ts";
import { judgeFor } from "../judge-for.ts";
import { judgedQuestion } from "../judged-question.ts";
import { defineStage } from "../stage.ts";

/**
 * Second look at a failed field check: similar embeddings and a judge that finds the values equivalent turn it
 * into a pass. Compares only what a judge has extracted, and only where that can make the fields pass. Never overrides a
 * failed regular expression; a failure of the check itself changes nothing. Fields checked by `SemanticMatch` are decided
 * here alone: for them a failure of the check is an error, not a verdict.
 */
export const embeddingCheck = defineStage({
  name: "EmbeddingCheck",
  requires: ["template", "parsed", "verification"],
  produces: ["embedding"],
  usageKey: "embedding_check",
  skip: ({ template, parsed, verification }, { task }) => {
    if (verification.fieldResult) return "the fields passed";
    if (task.options.embedding === undefined) return "the embedding check is not enabled";
    const compared = comparableValues(template, parsed.answer, verification);
    return "reason" in compared ? compared.reason : undefined;
  },
  async run({ template, parsed, verification }, context) {
    const { options } = context.task;
    const compared = comparableValues(template, parsed.answer, verification);
    if (options.embedding === undefined || "reason" in compared) return { embedding: notPerformed };
    const { embedder, threshold: usual } = options.embedding;
    const texts = embeddingTexts(compared);
    const undecided = undecidedFields(template, verification);
    const isUndecided = undecided.length > 0;
    const threshold = isUndecided ? (semanticThreshold(template) ?? usual) : usual;
    const notEquivalent = (why: string) => {
      const reason = `${undecided.join(", ")}: ${why}`;
      return isUndecided ? { ruling: { verifyResult: false, kind: "verification", reason } as const } : {};
    };
    let embedding: EmbeddingFact = { ...notPerformed, performed: true, model: embedder.model };
    try {
      const score = await similarity(embedder, texts, context);
      embedding = { ...embedding, similarity: score };
      if (score < threshold) {
        return { embedding, ...notEquivalent(`similarity ${score.toFixed(2)} is below ${threshold}`) };
      }
      const { decision, reasoning } = await judgeEquivalence(judgeFor(context), {
        question: judgedQuestion(context.task),
        ...texts,
      });
      if (!decision) return { embedding, ...notEquivalent(`not equivalent: ${reasoning}`) };
      // a pattern that failed stays the reason of the verdict
      if (!verification.regex.success) return { embedding };
      return {
        embedding: {
          ...embedding,
          overrideApplied: !isUndecided,
          credit: creditValues(template, verification),
        },
        ruling: {
          verifyResult: true,
          kind: isUndecided ? "verification" : "override",
          reason: `equivalent to the expected values: ${reasoning}`,
        },
        ...(template.verifyGranular !== undefined && { warnings: [ownScore] }),
      };
    } catch (error) {
      if (context.signal.aborted) throw error;
      embedding = { ...embedding, failed: true };
      if (isUndecided) return { embedding, error };
      context.lost(error);
      return {
        embedding,
        warnings: [`EmbeddingCheck failed and changed nothing: ${messageOf(error)}`],
      };
    }
  },
});

const notPerformed = {
  performed: false,
  failed: false,
  similarity: null,
  model: null,
  overrideApplied: false,
  credit: null,
};

const ownScore =
  "The granular score is what the template's own check gave for the values as they were extracted, before they were found equivalent.";
