import { describe, expect, test } from "vitest";
import { TransportError } from "../../base/index.ts";
import { type ScriptedStep, scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import type { DeepJudgeTemplateRequest } from "./template-deep-judgment.ts";
import {
  answerText,
  excerptsReply,
  filled,
  judgedBy,
  quotes,
  reasoned,
  unreadable,
} from "./testing/template-case.ts";

/** Judges with a judge that replies from the script. */
async function judged(steps: readonly ScriptedStep[], given: Partial<DeepJudgeTemplateRequest> = {}) {
  const model = scriptedModel(steps);
  const outcome = await judgedBy(model, given);
  model.assertComplete();
  return { ...outcome, requests: model.requests.map(({ messages }) => JSON.stringify(messages)) };
}

const both = excerptsReply({ target: [quotes.target], disease: [quotes.disease] });
const invented = excerptsReply({ target: [quotes.target, quotes.invented], disease: [quotes.disease] });

describe("full", () => {
  test("excerpts as the judge wrote them, with where they stand; the values from them", async () => {
    const outcome = await judged([both, reasoned, filled]);
    expect(outcome.answer.values).toEqual({ target: "BCL2", disease: "chronic lymphocytic leukaemia" });
    expect(outcome).toMatchObject({
      reasoning: { target: "It names BCL2.", disease: "It names CLL." },
      stagesCompleted: ["excerpts", "reasoning", "parameters"],
      modelCalls: 3,
      excerptRetryCount: 0,
      attributesWithoutExcerpts: [],
      hallucinationRisk: null,
      warnings: [],
    });
    const [target] = outcome.excerpts.target ?? [];
    expect(target).toEqual({
      text: quotes.target,
      confidence: "high",
      similarityScore: 1,
      start: 0,
      end: quotes.target.length,
    });
    const [disease] = outcome.excerpts.disease ?? [];
    expect(answerText.slice(disease?.start ?? 0, disease?.end ?? 0)).toBe(quotes.disease);
  });

  test("trace fields are no attributes", async () => {
    const { requests, excerpts } = await judged([both, reasoned, filled]);
    expect(Object.keys(excerpts)).toEqual(["target", "disease"]);
    for (const request of requests) expect(request).not.toContain("cites");
  });

  test("the values are read from the excerpts, not from the answer", async () => {
    const { requests } = await judged([both, reasoned, filled]);
    expect(requests[0]).toContain(answerText);
    expect(requests[1]).not.toContain(answerText);
    expect(requests[2]).not.toContain(answerText);
    expect(requests[2]).toContain(quotes.target);
    expect(requests[2]).toContain("It names CLL.");
  });

  test("of more excerpts than are wanted, the first count", async () => {
    const three = ["Venetoclax binds directly", "directly to BCL2", "an anti-apoptotic protein"];
    const { excerpts } = await judged(
      [excerptsReply({ target: three, disease: [quotes.disease] }), reasoned, filled],
      { settings: { maxExcerpts: 2, threshold: 0.8, retryAttempts: 0 } },
    );
    expect(excerpts.target?.map(({ text }) => text)).toEqual(three.slice(0, 2));
  });

  test("an entry without text is kept with its reason; the attribute lacks excerpts", async () => {
    const why = { text: "", confidence: "high", explanation: "No disease is named." };
    const outcome = await judged([
      excerptsReply({ target: [quotes.target], disease: [why] }),
      reasoned,
      filled,
    ]);
    expect(outcome.excerpts.disease).toEqual([
      { text: "", confidence: "none", similarityScore: 0, explanation: "No disease is named." },
    ]);
    expect(outcome.attributesWithoutExcerpts).toEqual(["disease"]);
    expect(outcome.requests[1]).toContain("No disease is named.");
  });

  test.each([
    ["an empty list", excerptsReply({ target: [quotes.target], disease: [] })],
    ["an attribute that was left out", excerptsReply({ target: [quotes.target] })],
  ])("%s is accepted at once", async (_name, reply) => {
    const outcome = await judged([reply, reasoned, filled]);
    expect(outcome).toMatchObject({
      excerptRetryCount: 0,
      excerpts: { disease: [] },
      attributesWithoutExcerpts: ["disease"],
    });
  });
});

describe("excerpts that do not stand in the answer", () => {
  test("are asked for again, named with similarity and threshold", async () => {
    const outcome = await judged([invented, both, reasoned, filled]);
    expect(outcome).toMatchObject({ excerptRetryCount: 1, modelCalls: 4, attributesWithoutExcerpts: [] });
    expect(outcome.requests[1]).toContain(quotes.invented);
    expect(outcome.requests[1]).toMatch(/similarity to it is 0\.\d\d, at least 0\.80 is needed/);
    expect(outcome.requests[0]).not.toContain("last reply");
  });

  test("the threshold decides", async () => {
    const nearly = excerptsReply({
      target: ["venetoclax binds directly to BCL2: an antiapoptotic protein"],
      disease: [quotes.disease],
    });
    const settings = { maxExcerpts: 3, retryAttempts: 0 };
    const lenient = await judged([nearly, reasoned, filled], { settings: { ...settings, threshold: 0.7 } });
    expect(lenient.attributesWithoutExcerpts).toEqual([]);
    expect(lenient.excerpts.target?.[0]?.similarityScore).toBeLessThan(1);
    const strict = await judged([nearly, reasoned, filled], { settings: { ...settings, threshold: 1 } });
    expect(strict.attributesWithoutExcerpts).toEqual(["target"]);
  });

  test.each([-1, 0, 0.5])("%d attempts at asking again come to an end", async (retryAttempts) => {
    const settings = { maxExcerpts: 3, threshold: 0.8, retryAttempts };
    const outcome = await judged([invented, invented, reasoned, filled].slice(retryAttempts > 0 ? 0 : 1), {
      settings,
    });
    expect(outcome.excerptRetryCount).toBe(Math.max(0, Math.ceil(retryAttempts)));
  });

  test("in the last attempt only they are dropped", async () => {
    const outcome = await judged([invented, invented, invented, reasoned, filled]);
    expect(outcome).toMatchObject({ excerptRetryCount: 2, modelCalls: 5, attributesWithoutExcerpts: [] });
    expect(outcome.excerpts.target?.map(({ text }) => text)).toEqual([quotes.target]);
  });

  test("nothing is carried over from failed attempts, in either direction", async () => {
    const diseaseMissing = excerptsReply({ target: [quotes.invented], disease: [] });
    const outcome = await judged([diseaseMissing, both, reasoned, filled]);
    expect(outcome.attributesWithoutExcerpts).toEqual([]);
    const targetLost = await judged([
      invented,
      excerptsReply({ target: [], disease: [quotes.disease] }),
      reasoned,
      filled,
    ]);
    expect(targetLost).toMatchObject({ excerpts: { target: [] }, attributesWithoutExcerpts: ["target"] });
  });

  test("without retries there is one attempt", async () => {
    const settings = { maxExcerpts: 3, threshold: 0.8, retryAttempts: 0 };
    const outcome = await judged(
      [excerptsReply({ target: [quotes.invented], disease: [quotes.disease] }), reasoned, filled],
      { settings },
    );
    expect(outcome).toMatchObject({ excerptRetryCount: 0, attributesWithoutExcerpts: ["target"] });
  });
});

describe("failures", () => {
  test("excerpts that cannot be read fail the parse after one set of attempts", async () => {
    const model = scriptedModel(unreadable);
    await expect(judgedBy(model)).rejects.toMatchObject({
      code: "reply",
      message: expect.stringMatching(/^Deep judgment parsing failed: /),
      reply: "no JSON",
    });
    model.assertComplete();
  });

  test("unreadable replies of all rounds share one limit", async () => {
    const [once] = unreadable;
    const outcome = await judged([once ?? "", invented, both, reasoned, filled]);
    expect(outcome).toMatchObject({ excerptRetryCount: 1, modelCalls: 5 });
    const model = scriptedModel([once ?? "", invented, ...unreadable]);
    await expect(judgedBy(model)).rejects.toMatchObject({ code: "reply" });
    expect(model.requests).toHaveLength(3);
  });

  test("excerpts of one attribute that cannot be read are asked for again, and fail the parse in the end", async () => {
    const broken = { json: { excerpts: { target: [{ text: quotes.target }], disease: "CLL" } } };
    const outcome = await judged([broken, both, reasoned, filled]);
    expect(outcome).toMatchObject({ excerptRetryCount: 1, attributesWithoutExcerpts: [] });
    expect(outcome.requests[1]).toContain("could not be read");
    const model = scriptedModel([broken, broken, broken]);
    await expect(judgedBy(model)).rejects.toMatchObject({
      code: "reply",
      message: expect.stringContaining("disease: expected a list of excerpts"),
    });
    model.assertComplete();
  });

  test("a failure in transport fails the parse at once, as what it is", async () => {
    const down = new TransportError("server_error", "status 500", { status: 500 });
    await expect(judged([down])).rejects.toMatchObject({
      code: "transport",
      category: "server_error",
      status: 500,
      message: "Deep judgment parsing failed: status 500",
      cause: down,
    });
  });

  test.each([
    ["cannot be read", unreadable, "contains no JSON object"],
    ["is not to be had", [new TransportError("timeout", "no reply in 60 s")], "no reply in 60 s"],
  ])("reasoning that %s leaves a warning", async (_name, steps, problem) => {
    const outcome = await judged([both, ...steps, filled]);
    expect(outcome).toMatchObject({ reasoning: {}, stagesCompleted: ["excerpts", "parameters"] });
    expect(outcome.warnings).toEqual([expect.stringContaining(`Reasoning about target, disease failed: `)]);
    expect(outcome.warnings[0]).toContain(problem);
    expect(outcome.requests.at(-1)).not.toContain(answerText);
  });

  test("where there is neither excerpt nor reasoning, the values are read from the answer", async () => {
    const outcome = await judged([
      excerptsReply({ target: [quotes.target], disease: [] }),
      ...unreadable,
      filled,
    ]);
    expect(outcome.requests.at(-1)).toContain(answerText);
    expect(outcome.answer.nullFields).toEqual([]);
  });

  test("values that cannot be read fail the parse", async () => {
    await expect(judged([both, reasoned, ...unreadable])).rejects.toMatchObject({
      code: "reply",
      message: expect.stringMatching(/^Deep judgment parsing failed: /),
    });
  });
});

describe("reasoning_only", () => {
  const mode = "reasoning_only";

  test("reasons from the whole answer, without excerpts", async () => {
    const outcome = await judged([reasoned, filled], { mode });
    expect(outcome).toMatchObject({
      excerpts: {},
      reasoning: { target: "It names BCL2.", disease: "It names CLL." },
      stagesCompleted: ["reasoning", "parameters"],
      modelCalls: 2,
      excerptRetryCount: 0,
      attributesWithoutExcerpts: [],
      hallucinationRisk: null,
    });
    expect(outcome.requests[0]).toContain(answerText);
    expect(outcome.requests[1]).not.toContain(answerText);
  });

  test("without reasoning the values are read from the answer", async () => {
    const outcome = await judged([...unreadable, filled], { mode });
    expect(outcome.warnings).toHaveLength(1);
    expect(outcome.stagesCompleted).toEqual(["parameters"]);
    expect(outcome.requests.at(-1)).toContain(answerText);
    expect(outcome.answer.values.target).toBe("BCL2");
  });
});
