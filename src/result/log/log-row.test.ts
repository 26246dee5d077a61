import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleLines } from "../../../bench/sample-log.ts";
import { isJsonObject, type JsonObject, wireCodec } from "../../base/index.ts";
import { deepJudgmentSection, resultFromJson, resultToJson } from "../index.ts";
import { resultsOfEverySort } from "../testing/results-of-every-sort.ts";
import { sampleResult } from "../testing/sample-result.ts";
import { tracedResult } from "../testing/traced-result.ts";
import type { VerificationResult } from "../verification-result.ts";
import { LogRow, resultFromLogRow, resultToLogRow } from "./log-row.ts";

/** As it stands in a line. */
const written = (result: VerificationResult): JsonObject =>
  JSON.parse(JSON.stringify(resultToLogRow(result)));

const signs = ["", "é ", "😀 ", "\ud83d", "\u0000", '{"content_at":[0,9]} '];

describe("a result in a log", () => {
  it.each([...resultsOfEverySort, ...signs.map(tracedResult)].map((result, at) => [at, result] as const))(
    "reads as it was, and so it does from its stored form: %i",
    (_at, result) => {
      const stored = resultToJson(result);
      expect(resultFromLogRow(written(result), "row")).toEqual(resultFromJson(stored, "row"));
      expect(resultFromLogRow(stored, "row")).toEqual(resultFromJson(stored, "row"));
    },
  );

  it("reads as it was where a stage failed behind the verdict", () => {
    const { stages, ...passed } = tracedResult();
    const [stage] = stages;
    const result = sampleResult({
      ...passed,
      metadata: { completedWithoutErrors: false, error: "no luck" },
      stages: [
        ...stages,
        ...(stage ? [{ ...stage, name: "Mine", status: "failed" as const, reason: "no luck" }] : []),
      ],
    });
    expect(result.stages).toHaveLength(4);
    expect(resultFromLogRow(written(result), "row")).toEqual(result);
  });

  it("reads as it was, whatever texts stand in which others", () => {
    const piece = fc.constantFrom(
      "content_at",
      "😀",
      "\ud83d",
      "\ude00",
      '"',
      "\n",
      "x".repeat(32),
      "é".repeat(31),
    );
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, text, text, fc.nat(80), fc.nat(80), (answer, other, asked, from, to) => {
        const part = answer.slice(from, to);
        const messages = [part, other, asked, "", part].map((content) => ({
          ...{ role: "assistant" as const, content, blockIndex: 0 },
          thinking: { thinking: part },
        }));
        const result = sampleResult({
          metadata: { questionText: asked, answeringSystemPrompt: other, partialContent: part },
          template: { rawLlmResponse: answer, traceMessages: messages, conversationContext: messages },
          evaluationInput: part,
        });
        expect(resultFromLogRow(written(result), "row")).toEqual(result);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps what is off and what is empty apart from what is not known", () => {
    const result = sampleResult({
      template: { retrievedContexts: [], answeringMcpServers: [], parsedLlmResponse: {}, fieldScores: {} },
      deepJudgment: deepJudgmentSection({ deepJudgmentMode: "full", deepJudgmentEnabled: false }),
      stages: [
        ...[null, true].map((verifyResult) => ({
          ...{
            name: "S",
            status: "ran" as const,
            reason: "",
            durationMs: 0,
            modelCalls: 0,
            retries: { timeout: 0 },
          },
          ...{ inputTokens: 0, outputTokens: 0, costUsd: 0 },
          ruling: { stage: "S", verifyResult, kind: "override" as const, reason: "", category: null },
        })),
      ],
      rulings: [],
      extensions: {},
    });
    expect(resultFromLogRow(written(result), "row")).toEqual(result);
  });

  it.each(signs)("holds each text and each ruling once, after %j", (sign) => {
    const text = JSON.stringify(resultToLogRow(tracedResult(sign)));
    const counted = ["I have to look.", "found and", "all fields agree", "Be short", "What?"];
    expect(counted.map((part) => text.split(part).length - 1)).toEqual([1, 2, 1, 1, 1]);
  });

  it("has no member but those that its schema names, and none that is what its absence is read as", () => {
    const row = written(tracedResult());
    const read = wireCodec(LogRow, { omits: (member) => member !== undefined });
    const again = read.encode(read.decode(row, "row"));
    expect(again).toEqual(row);
    expect(JSON.stringify(row)).not.toMatch(/:(null|\[\]|\{\})/);
  });

  it.each([600, 20_000])(
    "takes at most 2,500 bytes beside an answer of %i, with a rubric 3,000",
    (length) => {
      const rows = [...sampleLines(100, length)].map((line) => {
        const { task, result } = JSON.parse(line);
        return { task, read: resultFromLogRow(result, task) };
      });
      const bytesBesideTexts = (change: Partial<VerificationResult>) => {
        const bytes = rows.map(({ task, read }) => {
          const result = resultToLogRow({ ...read, ...change });
          const texts = [read.template?.rawLlmResponse, read.metadata.questionText].join("");
          return Buffer.byteLength(`${JSON.stringify({ task, result })}\n`) - Buffer.byteLength(texts);
        });
        return bytes.reduce((sum, one) => sum + one, 0) / bytes.length;
      };
      expect(bytesBesideTexts({})).toBeLessThan(3000);
      expect(bytesBesideTexts({ rubric: null, deepJudgment: null })).toBeLessThan(2500);
    },
  );
});

describe("a row that refers to what is not there", () => {
  const row = written(tracedResult());
  const template = isJsonObject(row.template) ? row.template : {};
  const withMessage = (message: JsonObject) => ({
    ...row,
    template: { ...template, trace_messages: [message] },
  });
  it.each<readonly [JsonObject, RegExp]>([
    [
      { ...row, evaluation_input_at: [0, 1e6] },
      /^f line 2 has evaluation_input_at \[0,1000000\]: expected .* in the \d+ characters/,
    ],
    [{ ...row, evaluation_input_at: "0" }, /evaluation_input_at "0"/],
    [{ ...row, evaluation_input: "" }, /expected no evaluation_input beside it/],
    [withMessage({ role: "assistant", content_at: [2, 1] }), /content_at \[2,1\]/],
    [withMessage({ role: "assistant", content_at: [-1, 1] }), /content_at \[-1,1\]/],
    [withMessage({ role: "assistant", content_at: [0.5, 1] }), /content_at \[0.5,1\]/],
    [
      { ...row, stages: [{ name: "S", ruling_at: 1 }] },
      /ruling_at 1: expected a place among its 1 rulings, from 0/,
    ],
    [
      { ...row, template: { ...template, conversation_context: [{ role: "user", content_of: "error" }] } },
      /content_of "error": expected one of question_text, answering_system_prompt/,
    ],
  ])("is refused: %#", (broken, message) => {
    expect(() => resultFromLogRow(structuredClone(broken), "f line 2")).toThrow(message);
  });
});
