import { describe, expect, test } from "vitest";
import { TransportError } from "../../base/index.ts";
import { llmTrait, regexTrait } from "../../rubric/index.ts";
import {
  answer,
  evidenceModel,
  quote,
  quoting,
  type Say,
  textOf,
  wrongQuote,
} from "./testing/evidence-model.ts";
import { judgeDeep } from "./testing/judge-deep.ts";
import { oneResult, scriptedSearch } from "./testing/scripted-search.ts";

const clear = llmTrait({ name: "clear", kind: "boolean" });
const depth = llmTrait({ name: "depth", kind: "score" });
const tone = llmTrait({ name: "tone", kind: "literal", classes: { formal: "No slang", casual: "Spoken" } });
const cites = regexTrait({ name: "cites", pattern: "\\[\\d\\]" });
const down = new TransportError("server_error", "the judge is down");
const strategies = ["sequential", "batch"] as const;

/** Quotes what does not stand in the answer for this trait, and what does for the others. */
const misquoting =
  (wrong: string): Say =>
  ({ form, traits }) => {
    if (form !== "excerpts") return undefined;
    const entries = traits.map((trait) => {
      const text = trait === wrong ? wrongQuote : quote;
      return [trait, [{ text, confidence: "high", explanation: null }]];
    });
    return { json: { excerpts: Object.fromEntries(entries) } };
  };

describe("search failure: empty results, on without a hallucination assessment", () => {
  test("of every query", async () => {
    const search = scriptedSearch(() => ({ ok: false, problem: "quota used up" }));
    const model = evidenceModel();
    const { llmTraitScores, warnings, deepJudgment } = await judgeDeep(model, [clear], {
      search,
      settings: { searchEnabled: true },
    });
    expect(llmTraitScores).toEqual({ clear: true });
    expect(deepJudgment.excerpts.clear?.[0]).toMatchObject({ text: quote, searchResults: [] });
    expect(deepJudgment.hallucinationRisk).toEqual({});
    expect(deepJudgment.traits.clear?.stagesCompleted).not.toContain("hallucination_assessment");
    expect(model.calls).toEqual(["excerpts clear", "reasoning clear", "trait_result clear"]);
    expect(warnings.join()).toContain("quota used up");
  });

  test("of the search as a whole", async () => {
    const search = scriptedSearch(() => new Error("no such host"));
    const { llmTraitScores, warnings, deepJudgment } = await judgeDeep(evidenceModel(), [clear], {
      search,
      settings: { searchEnabled: true },
    });
    expect(llmTraitScores).toEqual({ clear: true });
    expect(deepJudgment.excerpts.clear?.[0]?.searchResults).toEqual([]);
    expect(warnings.join()).toContain("no such host");
  });

  test.each([
    ["cannot be reached", down],
    ["cannot be read", "no"],
  ])("an assessment that %s leaves no risk, never a made-up one", async (_name, said) => {
    const model = evidenceModel(({ form }) => (form === "excerpt_assessments" ? said : undefined));
    const { llmTraitScores, warnings, deepJudgment } = await judgeDeep(model, [clear], {
      search: scriptedSearch(() => oneResult),
      settings: { searchEnabled: true },
    });
    expect(llmTraitScores).toEqual({ clear: true });
    expect(deepJudgment.hallucinationRisk).toEqual({});
    expect(deepJudgment.excerpts.clear?.[0]).not.toHaveProperty("hallucinationRisk");
    expect(warnings).toHaveLength(1);
  });
});

describe.each(strategies)(
  "fuzzy match failure after retries, %s: the trait lacks excerpts, the others go on",
  (strategy) => {
    test("no score, no reasoning, and the others have theirs", async () => {
      const evaluation = await judgeDeep(evidenceModel(misquoting("tone")), [clear, tone, depth, cites], {
        strategy,
      });
      expect(evaluation).toMatchObject({
        llmTraitScores: { clear: true, depth: 1 },
        llmTraitLabels: {},
        regexTraitScores: { cites: true },
        failures: [{ trait: "tone", problem: "no valid excerpt was found in the answer" }],
      });
      const { deepJudgment } = evaluation;
      expect(evaluation.llmTraitScores).not.toHaveProperty("tone");
      expect(deepJudgment.traitsWithoutValidExcerpts).toEqual(["tone"]);
      expect(deepJudgment.reasoning).not.toHaveProperty("tone");
      expect(deepJudgment.excerpts.tone).toEqual([]);
      expect(deepJudgment.traits.tone).toEqual({
        stagesCompleted: [],
        modelCalls: 3,
        hadExcerpts: false,
        excerptRetryCount: 2,
        excerptValidationFailed: true,
      });
      expect(deepJudgment.traits.clear).toMatchObject({ modelCalls: 3, excerptRetryCount: 0 });
    });

    test("what counts is the last attempt: found at last, the trait lacks nothing", async () => {
      const model = evidenceModel(({ form, traits, before }) =>
        form === "excerpts" && before < 2 ? quoting(wrongQuote, traits) : undefined,
      );
      const { deepJudgment, failures } = await judgeDeep(model, [clear, depth], { strategy });
      expect(failures).toEqual([]);
      expect(deepJudgment.traitsWithoutValidExcerpts).toEqual([]);
      expect(deepJudgment.traits.depth).toMatchObject({
        excerptRetryCount: 2,
        excerptValidationFailed: false,
      });
      expect(deepJudgment.excerptRetries).toBe(4);
    });
  },
);

describe("looking for excerpts again", () => {
  test("the judge hears which quote failed, by how much, and what comes nearest", async () => {
    const near = "Venetoclax binds BCLW or anything else";
    const model = evidenceModel(({ form, traits, before }) =>
      form === "excerpts" && before === 0 ? quoting(near, traits) : undefined,
    );
    await judgeDeep(model, [clear], { settings: { threshold: 0.95 } });
    const asked = textOf(model.requests[1]);
    expect(asked).toContain(near);
    expect(asked).toMatch(/similarity .*0\.\d\d.* at least 0\.95/);
    expect(asked).toContain("<nearest_passage>");
  });

  test("an empty reply is no evidence: it is asked for again, and in the end the judge's reason is kept", async () => {
    const nothing = { text: "", confidence: "none", explanation: "The answer says nothing of it." };
    const model = evidenceModel(({ form, before }) =>
      form === "excerpts" ? { json: { excerpts: { clear: before === 0 ? [] : [nothing] } } } : undefined,
    );
    const { deepJudgment } = await judgeDeep(model, [clear], { settings: { retryAttempts: 1 } });
    expect(model.calls).toEqual(["excerpts clear", "excerpts clear"]);
    expect(deepJudgment.traitsWithoutValidExcerpts).toEqual(["clear"]);
    expect(deepJudgment.excerpts.clear).toEqual([
      { text: "", confidence: "none", similarityScore: 0, explanation: "The answer says nothing of it." },
    ]);
    expect(deepJudgment.traits.clear?.hadExcerpts).toBe(false);
  });

  test("in a batch only for the traits that lack them, each as often as it may", async () => {
    const model = evidenceModel(({ form, traits }) => {
      if (form !== "excerpts") return undefined;
      return traits.includes("clear") ? misquotingAllBut("clear", traits) : quoting(wrongQuote, traits);
    });
    const { deepJudgment } = await judgeDeep(model, [clear, depth, tone], {
      strategy: "batch",
      own: { depth: { retryAttempts: 1 }, tone: { retryAttempts: 2 } },
    });
    expect(model.calls).toEqual([
      "excerpts clear depth tone",
      "excerpts depth tone",
      "excerpts tone",
      "reasoning clear",
      "trait_result clear",
    ]);
    expect(deepJudgment.traitsWithoutValidExcerpts).toEqual(["depth", "tone"]);
    expect(deepJudgment.excerptRetries).toBe(3);

    function misquotingAllBut(right: string, traits: readonly string[]) {
      const entries = traits.map((trait) => {
        const text = trait === right ? quote : wrongQuote;
        return [trait, [{ text, confidence: "high", explanation: null }]];
      });
      return { json: { excerpts: Object.fromEntries(entries) } };
    }
  });

  test("unreadable replies of all rounds share one limit", async () => {
    const model = evidenceModel(({ form, traits, before }) => {
      if (form !== "excerpts") return undefined;
      return before === 1 ? quoting(wrongQuote, traits) : "no";
    });
    const { deepJudgment, failures } = await judgeDeep(model, [clear]);
    expect(failures.map(({ trait }) => trait)).toEqual(["clear"]);
    expect(deepJudgment.traitsWithoutValidExcerpts).toEqual([]);
    expect(deepJudgment.traits.clear).toMatchObject({ excerptRetryCount: 1, modelCalls: 3 });
  });
});

describe("in a batch, what makes no sense for one trait takes nothing from the others", () => {
  const excerpts = [{ text: quote, confidence: "high", explanation: null }];

  test("excerpts: it is asked for again, and in the end the judge has failed for it alone", async () => {
    const model = evidenceModel(({ form, traits }) =>
      form === "excerpts" && traits.includes("depth")
        ? { json: { excerpts: { clear: excerpts, depth: "It is deep." } } }
        : undefined,
    );
    const { llmTraitScores, failures, deepJudgment } = await judgeDeep(model, [clear, depth], {
      strategy: "batch",
      settings: { retryAttempts: 1 },
    });
    expect(llmTraitScores).toEqual({ clear: true });
    expect(failures).toEqual([{ trait: "depth", problem: expect.stringContaining("a list of excerpts") }]);
    expect(deepJudgment.traitsWithoutValidExcerpts).toEqual([]);
    expect(model.calls).toEqual([
      ...["excerpts clear depth", "excerpts depth", "excerpts depth"],
      ...["reasoning clear", "trait_result clear"],
    ]);
    expect(textOf(model.requests[1])).toContain("could not be read");
  });

  test("reasoning: its score follows from the excerpts", async () => {
    const model = evidenceModel(({ form }) =>
      form === "reasoning" ? { json: { reasoning: { clear: "It is.", depth: 5 } } } : undefined,
    );
    const { llmTraitScores, deepJudgment } = await judgeDeep(model, [clear, depth], { strategy: "batch" });
    expect(llmTraitScores).toEqual({ clear: true, depth: 1 });
    expect(deepJudgment.reasoning).toEqual({ clear: "It is." });
  });
});

describe.each(strategies)("a judge that fails is no verdict, %s", (strategy) => {
  test.each([
    ["cannot be read", "no"],
    ["cannot be reached", down],
  ])("excerpts that %s: the trait fails, it does not lack excerpts", async (_name, said) => {
    const model = evidenceModel(({ form, traits }) =>
      form === "excerpts" && traits.includes("tone") ? said : undefined,
    );
    const { failures, llmTraitScores, llmTraitLabels, deepJudgment } = await judgeDeep(model, [tone, cites], {
      strategy,
      settings: { retryAttempts: 1 },
    });
    expect(failures.map(({ trait }) => trait)).toEqual(["tone"]);
    expect(llmTraitScores).toEqual({ tone: -1 });
    expect(llmTraitLabels.tone).toMatch(/^\[EVALUATION_ERROR: /);
    expect(deepJudgment.traitsWithoutValidExcerpts).toEqual([]);
    expect(deepJudgment.traits.tone).toMatchObject({
      error: failures[0]?.problem,
      excerptValidationFailed: false,
      excerptRetryCount: 0,
      modelCalls: said === down ? 0 : 2,
      stagesCompleted: [],
    });
    expect(deepJudgment.excerpts).toEqual({});
  });

  test("a score that cannot be reached takes nothing from the evidence", async () => {
    const model = evidenceModel(({ form }) => (form.startsWith("trait_") ? down : undefined));
    const { llmTraitScores, failures, deepJudgment } = await judgeDeep(model, [clear, depth], { strategy });
    expect(llmTraitScores).toEqual({});
    expect(failures).toHaveLength(2);
    expect(Object.keys(deepJudgment.reasoning)).toEqual(["clear", "depth"]);
    expect(deepJudgment.traits.clear).toMatchObject({
      error: "the judge is down",
      stagesCompleted: ["excerpt_extraction", "reasoning_generation"],
    });
  });
});

test("one trait's failure takes nothing from the others", async () => {
  const model = evidenceModel(({ traits }) => (traits.includes("depth") ? down : undefined));
  const { llmTraitScores, failures } = await judgeDeep(model, [clear, depth, tone]);
  expect(llmTraitScores).toEqual({ clear: true, tone: 0 });
  expect(failures).toEqual([{ trait: "depth", problem: "the judge is down" }]);
});

describe.each(strategies)(
  "reasoning generation failure, %s: a warning, and on with empty reasoning",
  (strategy) => {
    test.each([
      ["cannot be reached", down],
      ["cannot be read", "no"],
    ])("%s, with excerpts: the score is decided from them", async (_name, said) => {
      const model = evidenceModel(({ form }) => (form === "reasoning" ? said : undefined));
      const { llmTraitScores, warnings, deepJudgment } = await judgeDeep(model, [clear, depth], { strategy });
      expect(llmTraitScores).toEqual({ clear: true, depth: 1 });
      expect(deepJudgment.reasoning).toEqual({});
      expect(warnings.join()).toContain("There is no reasoning about");
      expect(deepJudgment.traits.clear?.stagesCompleted).toEqual(["excerpt_extraction", "score_extraction"]);
      expect(textOf(model.requests.at(-1))).not.toContain(answer);
    });

    test("without excerpts: the trait is asked for over the whole answer", async () => {
      const model = evidenceModel(({ form }) => (form === "reasoning" ? down : undefined));
      const { llmTraitScores, warnings, deepJudgment } = await judgeDeep(model, [clear, depth], {
        strategy,
        settings: { excerptEnabled: false },
      });
      expect(llmTraitScores).toEqual({ clear: true, depth: 1 });
      expect(warnings).toContain(
        "The trait depth was judged over the whole answer, for there was no reasoning.",
      );
      expect(deepJudgment.traits.clear?.stagesCompleted).toEqual(["score_extraction"]);
      expect(textOf(model.requests.at(-1))).toContain(answer);
    });
  },
);

test("reasoning that leaves out a trait of a batch leaves the others theirs", async () => {
  const model = evidenceModel(({ form }) =>
    form === "reasoning" ? { json: { reasoning: { clear: "It is." } } } : undefined,
  );
  const { llmTraitScores, deepJudgment } = await judgeDeep(model, [clear, depth], {
    strategy: "batch",
    settings: { excerptEnabled: false },
  });
  expect(llmTraitScores).toEqual({ clear: true, depth: 1 });
  expect(deepJudgment.reasoning).toEqual({ clear: "It is." });
  expect(model.calls.slice(1)).toEqual(["trait_result clear", "trait_score depth"]);
});

describe("score extraction failure: the reply itself is read as the value", () => {
  test.each([
    [clear, "false", { clear: false }],
    [clear, "Yes", { clear: true }],
    [depth, "4", { depth: 4 }],
    [depth, '"4"', { depth: 4 }],
    [depth, "9", { depth: 5 }],
    [tone, " casual\n", { tone: 1 }],
    [clear, "True.", { clear: true }],
    [clear, "**Result:** no", { clear: false }],
    [clear, "`clear`: **true**.", { clear: true }],
    [depth, "Score: 4", { depth: 4 }],
    [depth, "depth = 4.", { depth: 4 }],
    [depth, "**4/5**", { depth: 4 }],
    [tone, "Classification: “Casual”.", { tone: 1 }],
  ] as const)("%o %j is %j", async (trait, said, scores) => {
    const model = evidenceModel(({ form }) => (form.startsWith("trait_") ? said : undefined));
    const { llmTraitScores, failures, warnings } = await judgeDeep(model, [trait]);
    expect(llmTraitScores).toEqual(scores);
    expect(failures).toEqual([]);
    expect(warnings.join()).toContain("was read from a reply without a form");
  });

  test.each([
    [clear, "It is true that this is clear.", {}],
    [clear, "3", {}],
    [depth, "4 out of 5", {}],
    [depth, "4.5", {}],
    [depth, "4/10", {}],
    [depth, "The score is 4.", {}],
    [depth, "Score: between 3 and 4", {}],
    [depth, "Score: 4, since it is deep.", {}],
    [depth, "tone: 4", {}],
    [clear, "Clear: true, depth: false", {}],
    [tone, "formal and casual", { tone: -1 }],
  ] as const)("%o %j is no value", async (trait, said, scores) => {
    const model = evidenceModel(({ form }) => (form.startsWith("trait_") ? said : undefined));
    const { llmTraitScores, failures } = await judgeDeep(model, [trait]);
    expect(llmTraitScores).toEqual(scores);
    expect(failures.map(({ trait: name }) => name)).toEqual([trait.name]);
  });

  test.each(["refusal", "length"] as const)(
    "not where the judge did not say all: %s",
    async (finishReason) => {
      const model = evidenceModel(({ form }) => (form.startsWith("trait_") ? "1" : undefined));
      const { llmTraitScores, failures } = await judgeDeep(
        {
          ...model,
          async generate(request) {
            const reply = await model.generate(request);
            return request.responseSchema?.name.startsWith("trait_") ? { ...reply, finishReason } : reply;
          },
        },
        [depth],
      );
      expect(llmTraitScores).toEqual({});
      expect(failures).toHaveLength(1);
    },
  );

  test("what a batch leaves open is asked for once more, alone", async () => {
    const model = evidenceModel(({ form, traits }) =>
      form === "trait_values" && traits.includes("clear")
        ? { json: { scores: { clear: false } } }
        : undefined,
    );
    const { llmTraitScores } = await judgeDeep(model, [clear, depth, tone], { strategy: "batch" });
    expect(llmTraitScores).toEqual({ clear: false, depth: 1, tone: 0 });
    expect(model.calls.slice(2)).toEqual(["trait_values clear depth tone", "trait_values depth tone"]);
  });
});

test.each(strategies)("only cancelling rejects, and nothing is asked afterwards: %s", async (strategy) => {
  const cancel = new AbortController();
  const model = evidenceModel(({ form }) => {
    if (form !== "reasoning") return undefined;
    cancel.abort();
    return down;
  });
  const evaluation = judgeDeep(model, [clear], { strategy, judge: { signal: cancel.signal } });
  await expect(evaluation).rejects.toThrow();
  expect(model.calls).toEqual(["excerpts clear", "reasoning clear"]);
});
