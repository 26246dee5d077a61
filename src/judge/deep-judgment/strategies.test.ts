import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import type { LlmRequest, SearchOutcome } from "../../ports/index.ts";
import { llmTrait } from "../../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../../template/index.ts";
import { answer, type EvidenceCall, evidenceModel, textOf, wrongQuote } from "./testing/evidence-model.ts";
import { judgeDeep } from "./testing/judge-deep.ts";
import { oneResult, scriptedSearch } from "./testing/scripted-search.ts";
import { judgedBy } from "./testing/template-case.ts";

/** What a judge has to say about one attribute or trait, whenever it is asked. */
interface Script {
  readonly name: string;
  readonly quotes: readonly string[];
  readonly explanation: string | null;
  readonly reasoning: string | null;
  readonly value: boolean;
}

const sayings = ["Venetoclax binds BCL2", "nothing else", "It frees the cell to die", wrongQuote, "[", "c"];
const names = [
  "target",
  "a b",
  "d-o-t",
  "größe",
  "constructor",
  "toString",
  "n".repeat(200),
  '“quoted” "name"',
];
const scripts: fc.Arbitrary<readonly Script[]> = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...names),
    quotes: fc.array(fc.constantFrom(...sayings), { maxLength: 4 }),
    explanation: fc.constantFrom(null, "Not named."),
    reasoning: fc.constantFrom(null, "It says so.", "It hints at it."),
    value: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4, selector: ({ name }) => name },
);
const searches = fc.constantFrom<SearchOutcome | Error | null>(
  null,
  oneResult,
  { ok: true, results: [] },
  { ok: false, problem: "down" },
  new Error("down as a whole"),
);
const settings = fc.record({
  maxExcerpts: fc.integer({ min: 1, max: 3 }),
  threshold: fc.constantFrom(0, 0.5, 0.8, 1),
  retryAttempts: fc.integer({ min: 0, max: 2 }),
});

/** A judge that sticks to its script, however many items a call is about. */
function scriptedJudge(scripted: readonly Script[]) {
  return evidenceModel(({ form, request }: EvidenceCall) => {
    if (form === "excerpt_assessments") return { json: { excerpt_assessments: assessments(request) } };
    const { properties = {} } = request.responseSchema?.schema ?? {};
    const asked = Object.keys(
      properties[form === "trait_values" ? "scores" : form]?.properties ?? properties,
    );
    const own = (of: (script: Script) => unknown) =>
      Object.fromEntries(
        scripted.filter(({ name }) => asked.includes(name)).map((script) => [script.name, of(script)]),
      );
    if (form === "excerpts") return { json: { excerpts: own(claimed) } };
    if (form === "reasoning") return { json: { reasoning: own(({ reasoning }) => reasoning) } };
    if (form === "trait_values") return { json: { scores: own(({ value }) => value) } };
    if (!asked.includes("result")) return { json: own(({ value }) => value) };
    const only = scripted.find(({ name }) => textOf(request).includes(`"name": ${JSON.stringify(name)}`));
    return { json: { result: only?.value ?? false } };
  });
}

function claimed({ quotes, explanation }: Script) {
  const none = { text: "", confidence: "none", explanation };
  const list = quotes.map((text) => ({ text, confidence: "high", explanation: null }));
  return list.length > 0 || explanation === null ? list : [none];
}

/** A risk that depends on the text of the excerpt alone. */
function assessments(request: LlmRequest) {
  const levels = ["none", "low", "medium", "high"];
  const texts = [...textOf(request).matchAll(/"text": (".*")/g)].map(([, text = ""]) => text);
  return texts.map((text, at) => ({
    excerpt_id: String(at + 1),
    justification: text,
    hallucination_risk: levels[text.length % levels.length],
  }));
}

const searchOf = (outcome: SearchOutcome | Error | null) =>
  outcome === null ? null : scriptedSearch(() => outcome);

test("attributes: batch and sequential find the same evidence in the same words of a judge", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, searches, settings, async (scripted, outcome, given) => {
      const template = answerTemplate(
        Object.fromEntries(
          scripted.map(({ name }, at) => [
            `${"abcd"[at]}`,
            verified(z.boolean(), { description: name, groundTruth: true, verifyWith: exactMatch() }),
          ]),
        ),
      );
      const named = scripted.map((script, at) => ({ ...script, name: `${"abcd"[at]}` }));
      const judged = async (strategy: "batch" | "sequential") => {
        const search = searchOf(outcome);
        const request = { template, answer, strategy, settings: given, search };
        const { modelCalls, excerptRetryCount, warnings, ...found } = await judgedBy(
          scriptedJudge(named),
          request,
        );
        return found;
      };
      expect(await judged("sequential")).toEqual(await judged("batch"));
    }),
    { numRuns: propertyRuns(15) },
  );
});

test("traits: batch and sequential find the same evidence in the same words of a judge", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, searches, settings, async (scripted, outcome, given) => {
      const traits = scripted.map(({ name }) => llmTrait({ name, kind: "boolean" }));
      const judged = async (strategy: "batch" | "sequential") => {
        const { deepJudgment, llmTraitScores, failures } = await judgeDeep(scriptedJudge(scripted), traits, {
          strategy,
          search: searchOf(outcome),
          settings: { ...given, searchEnabled: outcome !== null },
        });
        const { modelCalls, traits: records, ...found } = deepJudgment;
        const paths = Object.entries(records).map(([name, { modelCalls: _, ...record }]) => [name, record]);
        return { ...found, paths, llmTraitScores, failures };
      };
      expect(await judged("sequential")).toEqual(await judged("batch"));
    }),
    { numRuns: propertyRuns(15) },
  );
});
