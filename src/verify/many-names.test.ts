import { expect, test } from "vitest";
import { isThorough } from "../base/testing/property-runs.ts";
import { inChild } from "./testing/run-in-child.ts";

test.runIf(isThorough)(
  "templates that all name their fields differently leave every other object as quick as it was",
  async () => {
    // more than V8 keeps first keys of objects that were made as `{}`
    const { value } = await inChild(`
import { setFlagsFromString } from "node:v8";
const { Benchmark, outcomeOf } = karenina;
const benchmark = Benchmark.create({ name: "many names" });
const imports = "import { answerTemplate, exactMatch, verified } from 'karenina'; import * as z from 'zod';\\n";
for (let n = 0; n < 1700; n += 1) {
  const field = "verified(z.string(), { description: 'the target', groundTruth: 'BCL2', verifyWith: exactMatch() })";
  const text = imports + "export default answerTemplate({ target_" + n + ": " + field + " });";
  benchmark.addQuestion({ question: "Question " + n + "?", rawAnswer: "BCL2", template: { language: "TypeScript", text } });
}
const judge = {
  capabilities: { systemPrompt: true, structuredOutput: true },
  async generate({ responseSchema }) {
    const text = '{"' + Object.keys(responseSchema.schema.properties)[0] + '":"BCL2"}';
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    const message = { role: "assistant", content: [{ type: "text", text }] };
    return { text, message, usage, usageKnown: true, model: "j", finishReason: "stop" };
  },
  async [Symbol.asyncDispose]() {},
};
const results = [...await benchmark.runVerification({
  answeringModels: [{ id: "a", answer: () => "BCL2" }],
  parsingModels: [{ id: "j", llm: judge }],
})];
setFlagsFromString("--allow-natives-syntax");
const areAlike = (key) => new Function("const a = {}; a." + key + " = 1; const b = {}; b." + key + " = 2; return %HaveSameMap(a, b);")();
const afterRun = areAlike("seenOnce");
const others = Array.from({ length: 1700 }, (_, n) => Object.fromEntries([["own_" + n, 1]]));
value = { outcomes: [...new Set(results.map(outcomeOf))], afterRun, afterOthers: areAlike("seenLater"), others: others.length };`);
    expect(value).toEqual({ outcomes: ["pass"], afterRun: true, afterOthers: false, others: 1700 });
  },
);
