import { describe, expect, test } from "vitest";
import { TransportError } from "../../base/index.ts";
import { type ScriptedStep, scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import type { SearchOutcome } from "../../ports/index.ts";
import type { DeepJudgeTemplateRequest } from "./template-deep-judgment.ts";
import { oneResult, scriptedSearch } from "./testing/scripted-search.ts";
import {
  excerptsReply,
  filled,
  judgedBy,
  quotes,
  reasoned,
  risksReply,
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
const failure: SearchOutcome = { ok: false, problem: "status 429" };

test("excerpts are looked up word for word in one search and assessed in one call", async () => {
  const search = scriptedSearch(() => oneResult);
  const outcome = await judged([both, risksReply("none", "medium"), reasoned, filled], { search });
  expect(search.searches).toEqual([[quotes.target, quotes.disease]]);
  expect(outcome).toMatchObject({
    stagesCompleted: ["excerpts", "excerpt_hallucination_assessment", "reasoning", "parameters"],
    modelCalls: 4,
    hallucinationRisk: { target: "none", disease: "medium" },
    warnings: [],
  });
  expect(outcome.excerpts.disease?.[0]).toMatchObject({
    searchResults: [{ title: "Venetoclax", content: "A BCL2 inhibitor.", url: "https://example.org/v" }],
    hallucinationRisk: "medium",
    hallucinationJustification: "medium: so they say",
  });
  expect(outcome.requests[1]).toContain("A BCL2 inhibitor.");
  expect(outcome.requests[2]).toContain("medium: so they say");
});

test("an attribute's risk is the highest of its excerpts'; one without any excerpt has the highest there is", async () => {
  const excerpts = excerptsReply({ target: [quotes.target, "an anti-apoptotic protein"], disease: [] });
  const { hallucinationRisk } = await judged([excerpts, risksReply("medium", "low"), reasoned, filled], {
    search: scriptedSearch(() => oneResult),
  });
  expect(hallucinationRisk).toEqual({ target: "medium", disease: "high" });
});

test("an attribute without a value is not rated: nothing was claimed", async () => {
  const excerpts = excerptsReply({ target: [quotes.target], disease: [] });
  const nothing = { json: { target: "BCL2", disease: null } };
  const { hallucinationRisk } = await judged([excerpts, risksReply("low"), reasoned, nothing], {
    search: scriptedSearch(() => oneResult),
  });
  expect(hallucinationRisk).toEqual({ target: "low" });
});

test("a search that finds nothing is assessed, too", async () => {
  const outcome = await judged([both, risksReply("high", "high"), reasoned, filled], {
    search: scriptedSearch(() => ({ ok: true, results: [] })),
  });
  expect(outcome.requests[1]).toContain("The search found nothing.");
  expect(outcome.excerpts.target?.[0]?.searchResults).toEqual([]);
  expect(outcome.hallucinationRisk).toEqual({ target: "high", disease: "high" });
});

test("what the judge has no confidence in, and what is no quote, is not looked up", async () => {
  const search = scriptedSearch(() => oneResult);
  const excerpts = excerptsReply({
    target: [quotes.target, { text: "an anti-apoptotic protein", confidence: "none" }],
    disease: [{ text: "", confidence: "none", explanation: "None is named." }],
  });
  const outcome = await judged([excerpts, risksReply("low"), reasoned, filled], { search });
  expect(search.searches).toEqual([[quotes.target]]);
  expect(outcome.excerpts.target?.[1]).not.toHaveProperty("searchResults");
});

test("without excerpts nothing is looked up, and no risk is known", async () => {
  const search = scriptedSearch(() => oneResult);
  const outcome = await judged([excerptsReply({ target: [], disease: [] }), reasoned, filled], { search });
  expect(search.searches).toEqual([]);
  expect(outcome).toMatchObject({ hallucinationRisk: null, modelCalls: 3 });
});

test("reasoning_only looks nothing up", async () => {
  const search = scriptedSearch(() => oneResult);
  await judged([reasoned, filled], { mode: "reasoning_only", search });
  expect(search.searches).toEqual([]);
});

describe("failures leave a warning and no risk", () => {
  test("of one query", async () => {
    const search = scriptedSearch((query) => (query === quotes.target ? failure : oneResult));
    const outcome = await judged([both, risksReply("low"), reasoned, filled], { search });
    expect(outcome.excerpts.target?.[0]).toMatchObject({ searchResults: [] });
    expect(outcome.excerpts.target?.[0]).not.toHaveProperty("hallucinationRisk");
    expect(outcome.hallucinationRisk).toEqual({ disease: "low" });
    expect(outcome.warnings).toEqual(["The search for an excerpt of target failed: status 429"]);
  });

  test("of one query, where another excerpt of the attribute has a risk", async () => {
    const search = scriptedSearch((query) => (query === quotes.target ? failure : oneResult));
    const excerpts = excerptsReply({
      target: [quotes.target, "an anti-apoptotic protein"],
      disease: [quotes.disease],
    });
    const outcome = await judged([excerpts, risksReply("medium", "low"), reasoned, filled], { search });
    expect(outcome.hallucinationRisk).toEqual({ target: "medium", disease: "low" });
  });

  test.each([
    ["of every query", () => failure, 2],
    ["of the search as a whole", () => new Error("the key was refused"), 1],
  ])("%s: there is no assessment", async (_name, outcomeOf, warnings) => {
    const outcome = await judged([both, reasoned, filled], { search: scriptedSearch(outcomeOf) });
    expect(outcome).toMatchObject({
      stagesCompleted: ["excerpts", "reasoning", "parameters"],
      hallucinationRisk: null,
      excerpts: { target: [{ searchResults: [] }], disease: [{ searchResults: [] }] },
    });
    expect(outcome.warnings).toHaveLength(warnings);
  });

  test.each([
    ["cannot be read", unreadable],
    ["is not to be had", [new TransportError("rate_limit", "status 429")]],
  ])("of an assessment that %s", async (_name, steps) => {
    const search = scriptedSearch(() => oneResult);
    const outcome = await judged([both, ...steps, reasoned, filled], { search });
    expect(outcome).toMatchObject({
      stagesCompleted: ["excerpts", "reasoning", "parameters"],
      hallucinationRisk: {},
      excerpts: { target: [{ searchResults: [{ title: "Venetoclax" }] }] },
    });
    expect(outcome.excerpts.target?.[0]).not.toHaveProperty("hallucinationRisk");
    expect(outcome.warnings).toEqual([expect.stringContaining("The hallucination assessment failed: ")]);
  });

  test("of an assessment that leaves an excerpt out, or gives it a level that does not exist", async () => {
    const search = scriptedSearch(() => oneResult);
    const outcome = await judged([both, risksReply("low", "extreme"), reasoned, filled], { search });
    expect(outcome.hallucinationRisk).toEqual({ target: "low" });
    expect(outcome.warnings).toEqual(["The hallucination assessment left out an excerpt of disease."]);
  });
});
