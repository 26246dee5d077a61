import { describe, expect, test } from "vitest";
import { indexText } from "../../evidence/index.ts";
import { deepJudgmentRubricSection, deepJudgmentSection } from "../../result/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { assistantMessage, messageToRecord } from "../../trace/index.ts";
import { judgedTexts } from "./judged-text.ts";
import { listEvidence } from "./shown-evidence.ts";
import { excerptOf } from "./testing/judged-result.ts";

const answer = "Venetoclax binds BCL-2 with high affinity.";

const textsOf = (result: ReturnType<typeof sampleResult>) => {
  const { texts, ...rest } = judgedTexts(result, listEvidence(result), indexText);
  return {
    ...rest,
    texts: texts.map(({ title, text, marks }) => ({
      title,
      quotes: marks.map(({ start, end, tag }) => `${tag} ${text.slice(start, end)}`),
    })),
  };
};

const withExcerpts = (...excerpts: readonly object[]) =>
  sampleResult({
    evaluationInput: answer,
    deepJudgment: deepJudgmentSection({
      extractedExcerpts: { target: excerpts.map((excerpt) => ({ text: "", ...excerpt })) },
    }),
  });

describe("excerpts of a template", () => {
  test("stand where the result says", () => {
    const { texts } = textsOf(withExcerpts(excerptOf(answer, "binds BCL-2", { text: "binds BCL2" })));
    expect(texts).toEqual([{ title: "Answer", quotes: ["1 binds BCL-2"] }]);
  });

  test("are looked for where it does not say, or says what cannot be", () => {
    const { texts, similarity, notFound } = textsOf(
      withExcerpts(
        { text: "binds  BCL-2" },
        { text: "high affinity", start: 400, end: 413 },
        { text: "cures the common cold in mice" },
      ),
    );
    expect(texts[0]?.quotes).toEqual(["1.1 binds BCL-2", "1.2 high affinity"]);
    expect(similarity.get("1.1")).toBe(1);
    expect([...notFound]).toEqual(["1.3"]);
  });
});

describe("excerpts of traits", () => {
  const messages = [assistantMessage("I looked it up."), assistantMessage("It binds BCL-2.")];
  const trace = "I looked it up.\n\nIt binds BCL-2.";
  const judged = (excerpt: object, usedFullTrace: boolean, evaluationInput: string) =>
    sampleResult({
      evaluationInput,
      template: { rawLlmResponse: trace, traceMessages: messages.map(messageToRecord) },
      deepJudgmentRubric: deepJudgmentRubricSection({
        deepJudgmentRubricUsedFullTrace: usedFullTrace,
        extractedRubricExcerpts: { careful: [{ text: "", ...excerpt }] },
      }),
    });

  test("stand in the whole trace, shown beside the answer where the template was judged on another text", () => {
    const { texts } = textsOf(judged(excerptOf(trace, "looked it up"), true, "It binds BCL-2."));
    expect(texts).toEqual([
      { title: "Answer (whole trace)", quotes: [] },
      { title: "What traits were judged on (whole trace)", quotes: ["1 looked it up"] },
    ]);
  });

  test("stand in the final message where the rubric's judge read only that", () => {
    const { texts } = textsOf(judged(excerptOf("It binds BCL-2.", "BCL-2"), false, "It binds BCL-2."));
    expect(texts).toEqual([{ title: "Answer", quotes: ["1 BCL-2"] }]);
  });
});

test("an answer that was cut off is called so", () => {
  const result = sampleResult({ metadata: { partialContent: answer }, template: { rawLlmResponse: answer } });
  expect(textsOf(result).texts[0]?.title).toBe("Answer, as far as it came");
});

describe("an answer that an agent looked into", () => {
  const messages = [assistantMessage("I looked it up."), assistantMessage("I mended the parser.")];
  const report = "parser.ts, line 1: broken";
  const looked = (more: object = {}) =>
    sampleResult({
      evaluationInput: report,
      usedFullTrace: true,
      template: {
        agenticParsingPerformed: true,
        rawLlmResponse: "I looked it up.\n\nI mended the parser.",
        traceMessages: messages.map(messageToRecord),
      },
      ...more,
    });

  test("is shown as it was given, and what the judge found beside it", () => {
    const { texts } = judgedTexts(looked(), [], indexText);
    expect(texts.map(({ title, text }) => [title, text])).toEqual([
      ["Answer", "I mended the parser."],
      ["What the judge found", report],
    ]);
  });

  test("and whose traits were judged on the whole trace has that too", () => {
    const { texts } = textsOf(
      looked({
        deepJudgmentRubric: deepJudgmentRubricSection({
          deepJudgmentRubricUsedFullTrace: true,
          extractedRubricExcerpts: { careful: [{ text: "looked it up" }] },
        }),
      }),
    );
    expect(texts).toEqual([
      { title: "Answer (final message)", quotes: [] },
      { title: "What the judge found", quotes: [] },
      { title: "What traits were judged on (whole trace)", quotes: ["1 looked it up"] },
    ]);
  });
});

test("a result without an answer has no text, and nothing counts as not found", () => {
  const result = sampleResult({
    template: null,
    deepJudgment: deepJudgmentSection({ extractedExcerpts: { target: [{ text: "BCL-2" }] } }),
  });
  expect(textsOf(result)).toEqual({ texts: [], notFound: new Set(), similarity: new Map() });
});
