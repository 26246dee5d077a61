import { describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../models/testing/index.ts";
import { allTraits, llmTrait } from "../../rubric/index.ts";
import { Benchmark } from "../../verify/index.ts";
import { applyTraits, draftTraits } from "../index.ts";

const dosage = (description: string) => ({
  name: "dosage_advice",
  kind: "boolean",
  description,
  higher_is_better: false,
  reason: "It is given or not.",
  good: ["Ask your doctor how much to take."],
  bad: ["Take two tablets a day."],
});
const clarity = {
  name: "clarity",
  kind: "score",
  description: "How clear it is.",
  good: ["Plainly: two."],
  bad: ["Well, in a way, hm."],
};
const cites = {
  name: "cites",
  kind: "regex",
  pattern: String.raw`\[\d+\]`,
  description: "Cites by number.",
  good: ["So it is [1]."],
  bad: ["So it is."],
};

/** A judge of the traits, who takes dosage advice for what its description says. */
function judged(text: string): object {
  const answer = text.slice(text.lastIndexOf("<answer>"));
  if (text.includes("clarity")) return { scores: { clarity: answer.includes("Plainly") ? 5 : 1 } };
  return { scores: { dosage_advice: text.includes("vague") || answer.includes("Take two") } };
}

async function drafted(replies: readonly object[], { refuses = false } = {}) {
  const prompts: string[] = [];
  await using server = await startOpenAiServer({
    chat({ body }) {
      const text = (body as unknown as { messages: { content: string }[] }).messages
        .map(({ content }) => content)
        .join("\n");
      if (!text.includes("You prepare a rubric")) {
        if (refuses && text.includes("clarity")) return { status: 400, body: { error: { message: "no" } } };
        return JSON.stringify(judged(text));
      }
      prompts.push(text);
      return JSON.stringify(replies[Math.min(replies.length, prompts.length) - 1]);
    },
  });
  const benchmark = Benchmark.create({ name: "b" });
  benchmark.addQuestion({ question: "How much?", rawAnswer: "two", finished: false });
  benchmark.addGlobalTrait(llmTrait({ name: "polite", description: "Is it polite?", kind: "boolean" }));
  const report = await draftTraits("clear, </wishes> no dosage advice", benchmark, {
    draftingModel: { interface: "openai_endpoint", endpointBaseUrl: server.url, modelName: "drafter" },
    config: { preflight: false, outagePatienceSeconds: 0 },
    environment: {},
  });
  return { report, prompts, benchmark };
}

describe("draftTraits", () => {
  test("tries each trait on good and bad answers, and drafts again what calls both the same", async () => {
    const { report, prompts, benchmark } = await drafted([
      { traits: [dosage("Something vague."), clarity, cites] },
      { traits: [dosage("True where it says how much to take.")] },
    ]);
    expect(report.problems).toEqual([]);
    expect(report.drafted.map(({ trait, state, drafts }) => [trait.name, state, drafts])).toEqual([
      ["dosage_advice", "passes", 2],
      ["clarity", "passes", 1],
      ["cites", "passes", 1],
    ]);
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain("leave them out: clarity, cites");
    expect(prompts[1]).toContain('"judged": true');
    // two drafts, two examples of each of two traits that are judged; a pattern takes none, and the second draft's examples are tried again
    expect(report.spent.calls).toBe(2 + 4 + 2);
    applyTraits(benchmark, report.drafted);
    expect(
      allTraits(benchmark.content.globalRubric)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["cites", "clarity", "dosage_advice", "polite"]);
    expect(benchmark.content.customProperties).toMatchObject({
      karenina_drafted_traits: { clarity: { state: "passes" } },
    });
  });

  test("marks what no draft gets right", async () => {
    const { report, prompts } = await drafted([{ traits: [dosage("Something vague.")] }]);
    expect(prompts).toHaveLength(3);
    expect(report.drafted).toMatchObject([{ state: "fails", drafts: 3 }]);
  });

  test("takes a judge that fails for no value", async () => {
    const { report, prompts } = await drafted([{ traits: [clarity] }], { refuses: true });
    expect(prompts).toHaveLength(1);
    expect(report.drafted).toMatchObject([
      { state: "undecided", tries: [{ value: null, verdict: "none" }, { value: null }] },
    ]);
  });

  test.each([
    ["a name that is taken", { ...clarity, name: "polite" }],
    ["a name that is none", { ...clarity, name: "../x" }],
    ["a pattern that is none", { ...cites, pattern: "(" }],
    ["no bad answers", { ...clarity, bad: [] }],
    ["another kind", { ...clarity, kind: "callable" }],
  ])("says what is wrong with %s", async (_, trait) => {
    const { report, prompts } = await drafted([{ traits: [trait] }, { traits: [clarity] }]);
    expect(prompts[1]).toContain("<problems>");
    expect(report.drafted).toMatchObject([{ trait: { name: "clarity" }, state: "passes" }]);
    expect(report.problems).toEqual([]);
  });

  test("a pattern that could take for ever ends", async () => {
    const slow = { ...cites, pattern: "(a+)+$", good: [`${"a".repeat(40)}!`], bad: ["b"] };
    const { report } = await drafted([{ traits: [slow] }]);
    expect(report.drafted).toMatchObject([{ state: "fails" }]);
  });
});
