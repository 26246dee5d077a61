import { describe, expect, test } from "vitest";
import { KareninaError, TransportError } from "../../base/index.ts";
import { scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import type { LlmRequest } from "../../ports/index.ts";
import { judgeOf, tools } from "../testing/judge-of.ts";
import { deepJudgeTemplate } from "./deep-judge-template.ts";
import type { DeepJudgeTemplateRequest } from "./template-deep-judgment.ts";
import { documentedCalls } from "./testing/documented-calls.ts";
import { oneResult, scriptedSearch } from "./testing/scripted-search.ts";
import { answerText, quotes, template } from "./testing/template-case.ts";

const values = { target: "BCL2", disease: "chronic lymphocytic leukaemia" };

/** A judge that does each step well, but quotes what does not stand in the answer in its first attempts. */
function steadyJudge(failedAttempts = 0) {
  let failuresLeft = failedAttempts;
  const excerptsOf = (names: readonly string[]) => {
    const invented = failuresLeft > 0;
    failuresLeft -= 1;
    const quoteOf = (name: string) =>
      invented ? quotes.invented : name === "target" ? quotes.target : quotes.disease;
    return Object.fromEntries(names.map((name) => [name, [{ text: quoteOf(name), confidence: "high" }]]));
  };
  const reply = ({ responseSchema }: LlmRequest): unknown => {
    const { name, schema } = responseSchema ?? { name: "", schema: {} };
    const names = Object.keys(schema.properties?.[name]?.properties ?? {});
    if (name === "excerpts") return { excerpts: excerptsOf(names) };
    if (name === "reasoning") {
      return { reasoning: Object.fromEntries(names.map((attribute) => [attribute, "So it says."])) };
    }
    if (name !== "excerpt_assessments") return values;
    const ids = schema.properties?.excerpt_assessments?.items?.properties?.excerpt_id?.enum ?? [];
    return {
      excerpt_assessments: ids.map((excerpt_id) => ({ excerpt_id, hallucination_risk: "low" })),
    };
  };
  return scriptedModel(
    Array.from({ length: 30 }, () => (request: LlmRequest) => JSON.stringify(reply(request))),
  );
}

const request = {
  template,
  question: "What does venetoclax target?",
  answer: answerText,
  withHints: false,
  tools,
  mode: "full",
  strategy: "batch",
  settings: { maxExcerpts: 3, threshold: 0.8, retryAttempts: 2 },
  search: null,
} as const;

interface Row {
  /** As in docs/judging.md. */
  readonly name: string;
  readonly given: Partial<Pick<DeepJudgeTemplateRequest, "mode" | "strategy">>;
  readonly searched?: boolean;
}

const rows: readonly Row[] = [
  { name: "`full`", given: {} },
  { name: "`full`, searched", given: {}, searched: true },
  { name: "`full`, `sequential`", given: { strategy: "sequential" } },
  { name: "`full`, `sequential`, searched", given: { strategy: "sequential" }, searched: true },
  { name: "`reasoning_only`", given: { mode: "reasoning_only" } },
  { name: "`reasoning_only`, `sequential`", given: { mode: "reasoning_only", strategy: "sequential" } },
];
const cases = rows.flatMap((row) =>
  (row.given.mode === "reasoning_only" ? [0] : [0, 1, 2]).map((failedAttempts) => ({
    ...row,
    failedAttempts,
    calls: documentedCalls("deep judgment of the template", row.name, { n: 2, r: failedAttempts }),
  })),
);

test.each(cases)("$name, $failedAttempts failed attempts: $calls calls as documented", async (row) => {
  const { given, searched, failedAttempts, calls } = row;
  const model = steadyJudge(failedAttempts);
  const judge = judgeOf(model);
  const judges = { excerpts: judge, risk: judge, reasoning: judge, values: judge };
  const search = searched ? scriptedSearch(() => oneResult) : null;
  const outcome = await deepJudgeTemplate(judges, { ...request, ...given, search });
  expect(model.requests).toHaveLength(calls);
  expect(outcome.modelCalls).toBe(calls);
  expect(outcome.excerptRetryCount).toBe(failedAttempts);
  expect(outcome.answer.values).toEqual(values);
});

describe("sequential", () => {
  test("gives the same evidence as batch", async () => {
    const [batch, sequential] = await Promise.all(
      (["batch", "sequential"] as const).map((strategy) => {
        const judge = judgeOf(steadyJudge());
        const judges = { excerpts: judge, risk: judge, reasoning: judge, values: judge };
        return deepJudgeTemplate(judges, {
          ...request,
          strategy,
          search: scriptedSearch(() => oneResult),
        });
      }),
    );
    expect({ ...sequential, modelCalls: batch?.modelCalls }).toEqual(batch);
  });

  test("asks for one attribute at a time", async () => {
    const model = steadyJudge();
    const judge = judgeOf(model);
    const judges = { excerpts: judge, risk: judge, reasoning: judge, values: judge };
    await deepJudgeTemplate(judges, { ...request, strategy: "sequential" });
    const asked = model.requests.map(({ messages }) => JSON.stringify(messages));
    const aboutBoth = asked.filter((text) => text.includes("The target") && text.includes("The disease"));
    expect(aboutBoth).toEqual([asked.at(-1)]);
  });

  test("one attribute without excerpts that can be read fails the parse, after the others have ended", async () => {
    const down = new TransportError("connection", "connection refused");
    const model = scriptedModel([
      down,
      { json: { excerpts: { disease: [{ text: quotes.disease, confidence: "high" }] } } },
      { json: { reasoning: { disease: "It names CLL." } } },
    ]);
    const judge = judgeOf(model);
    const judges = { excerpts: judge, risk: judge, reasoning: judge, values: judge };
    await expect(deepJudgeTemplate(judges, { ...request, strategy: "sequential" })).rejects.toMatchObject({
      category: "connection",
    });
    model.assertComplete();
  });
});

describe("each step is asked and counted under its own judge", () => {
  test("with its own observer", async () => {
    const finished: string[] = [];
    const model = steadyJudge();
    const judgeUnder = (step: string) =>
      judgeOf(model, { observer: { finished: () => void finished.push(step) } });
    await deepJudgeTemplate(
      {
        excerpts: judgeUnder("excerpts"),
        risk: judgeUnder("risk"),
        reasoning: judgeUnder("reasoning"),
        values: judgeUnder("values"),
      },
      { ...request, search: scriptedSearch(() => oneResult) },
    );
    expect(finished).toEqual(["excerpts", "risk", "reasoning", "values"]);
  });
});

describe("cancelled", () => {
  test.each([0, 1, 2, 3])("during step %i, it rejects and asks nothing more", async (step) => {
    const controller = new AbortController();
    const cancelled = new KareninaError("cancelled", "The run was cancelled.");
    const steady = steadyJudge();
    let calls = 0;
    const llm: typeof steady = {
      ...steady,
      async generate(asked) {
        calls += 1;
        if (calls <= step) return steady.generate(asked);
        controller.abort();
        throw cancelled;
      },
    };
    const judge = judgeOf(llm, { signal: controller.signal });
    const judges = { excerpts: judge, risk: judge, reasoning: judge, values: judge };
    await expect(
      deepJudgeTemplate(judges, { ...request, search: scriptedSearch(() => oneResult) }),
    ).rejects.toBe(cancelled);
    expect(calls).toBe(step + 1);
  });

  test("before the search, nothing is looked up", async () => {
    const controller = new AbortController();
    const steady = steadyJudge();
    const llm: typeof steady = {
      ...steady,
      async generate(asked) {
        const reply = await steady.generate(asked);
        controller.abort();
        return reply;
      },
    };
    const search = scriptedSearch(() => oneResult);
    const judge = judgeOf(llm, { signal: controller.signal });
    const judges = { excerpts: judge, risk: judge, reasoning: judge, values: judge };
    await expect(deepJudgeTemplate(judges, { ...request, search })).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(search.searches).toEqual([]);
  });
});
