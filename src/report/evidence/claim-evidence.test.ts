import { expect, test } from "vitest";
import { indexText } from "../../evidence/index.ts";
import { rubricSection } from "../../result/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { resultView } from "../view/result-view.ts";
import { claimEvidence } from "./claim-evidence.ts";

const nothing = { sentence: null, start: null, end: null, context: null, quote: null };
const noQuote = { quoteStart: null, quoteEnd: null, reason: null };
const found = { ...nothing, ...noQuote };
const quoted = { ...found, context: 2, quote: "binds BCL2", quoteStart: 0, quoteEnd: 10 };
const answer = "It binds BCL2. 👩‍🔬 It cures all.";
const cures = { text: "It cures all", counts: false, sentence: "It cures all.", start: 21, end: 34 };

const result = sampleResult({
  template: {
    rawLlmResponse: answer,
    traceMessages: [{ role: "assistant", content: answer, blockIndex: 0 }],
    retrievedContexts: [],
  },
  rubric: rubricSection({
    retrievalTraitScores: { grounded: 0.5, recall: 1, relevance: 0.1, precision: 1 },
    retrievalTraitCounts: {
      grounded: { measure: "faithfulness", counted: 1, of: 2 },
      recall: { measure: "context_recall", counted: 1, of: 1 },
      relevance: { measure: "context_relevance", counted: 1, of: 10 },
      precision: { measure: "context_precision", counted: 1, of: 2 },
    },
    retrievalTraitFindings: {
      grounded: [
        { ...quoted, text: "It binds BCL2", counts: true, sentence: "It binds BCL2.", start: 0, end: 14 },
        { ...found, ...cures, reason: "the judge finds no support in the contexts" },
      ],
      recall: [{ ...quoted, text: "BCL2", counts: true, sentence: "BCL2.", start: 0, end: 5 }],
      relevance: [{ ...quoted, text: "binds BCL2", counts: true }],
      precision: [
        { ...found, text: "names it", counts: true, context: 1 },
        { ...found, text: "", counts: false, context: 2 },
      ],
    },
  }),
});

test("each measure says what counts, in words", () => {
  const notes = Object.fromEntries(claimEvidence(result).map((one) => [one.name, one.notes]));
  expect(notes).toEqual({
    grounded: [
      "supported by the contexts: 1 of 2 claims of the answer",
      'supported: It binds BCL2 (passage 2: "binds BCL2")',
    ],
    recall: [
      "supported by the contexts: 1 of 1 claim of the reference answer",
      'supported: BCL2 (passage 2: "binds BCL2")',
    ],
    relevance: [
      "needed for the answer: 1 of 10 sentences of the contexts",
      'needed: "binds BCL2" (passage 2)',
    ],
    precision: [
      "of use for the reference answer: 1 of 2 passages",
      "passage 1: of use (names it)",
      "passage 2: of no use",
    ],
  });
});

test("a page marks the sentences of the answer that nothing supports, and no others", () => {
  const { texts, evidence } = resultView(result, { indexText });
  expect(texts).toHaveLength(1);
  expect(texts[0]?.marks).toEqual([{ start: 21, end: 34, tag: "1", item: 1, isUnsupported: true }]);
  expect(answer.slice(21, 34)).toBe("It cures all.");
  expect(evidence.map(({ name, role, excerpts }) => [name, role, excerpts.length])).toEqual([
    ["grounded", "unsupported", 1],
    ["recall", "unsupported", 0],
    ["relevance", "unsupported", 0],
    ["precision", "unsupported", 0],
  ]);
  expect(evidence[0]?.excerpts[0]?.explanation).toMatch(/^not supported: It cures all /);
});
