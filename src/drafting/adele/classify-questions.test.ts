import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Benchmark, demandProfile, demandScale, demandScales } from "../../benchmark/index.ts";
import { startOpenAiServer } from "../../models/testing/index.ts";
import { applyClassifications, type ClassificationOptions, classifyQuestions } from "../index.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-adele-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const scalesIn = (text: string) =>
  demandScales.map(({ name }) => name).filter((name) => text.includes(`${name}: `));
const levels = (names: readonly string[], level: unknown = 2) =>
  Object.fromEntries(names.map((name) => [name, { level, reason: `Because of ${name}.` }]));

/** A model that says of what it is asked what a script has; of the same question by how often it was asked. */
async function classified(
  say: (asked: { readonly question: string; readonly scales: readonly string[] }) => object | string | number,
  options: Partial<ClassificationOptions> = {},
) {
  const prompts: string[] = [];
  await using server = await startOpenAiServer({
    chat({ body }) {
      const { messages } = body as { messages: readonly { role: string; content: unknown }[] };
      const prompt = String(messages.findLast(({ role }) => role === "user")?.content);
      prompts.push(prompt);
      const said = say({ question: /question>\n(.*)/.exec(prompt)?.[1] ?? "", scales: scalesIn(prompt) });
      if (typeof said === "number") return { status: said, body: { error: { message: "no" } } };
      return typeof said === "string" ? said : JSON.stringify(said);
    },
  });
  const benchmark = Benchmark.create({ name: "b" });
  for (const question of ["How many?", "Why?"])
    benchmark.addQuestion({ id: question, question, rawAnswer: "x", finished: false });
  const report = await classifyQuestions(benchmark.content.questions, {
    draftingModel: { interface: "openai_endpoint", endpointBaseUrl: server.url, modelName: "classifier" },
    config: {
      preflight: false,
      outagePatienceSeconds: 0,
      retryPolicy: { serverError: { maxAttempts: 1 } } as never,
    },
    environment: {},
    ...options,
  });
  applyClassifications(benchmark, report.classified);
  return { report, benchmark, prompts };
}

describe("classifyQuestions", () => {
  test("gives each scale a level with its reason, as the Python system keeps it", async () => {
    const { report, benchmark, prompts } = await classified(({ scales }) => ({ scales: levels(scales) }));
    expect(report).toMatchObject({ left: [], spent: { calls: 2 } });
    expect(prompts).toHaveLength(2);
    expect(scalesIn(prompts[0] ?? "")).toHaveLength(18);
    const file = join(folder, "b.jsonld");
    await benchmark.save(file);
    const properties: { name: string; value: unknown }[] = JSON.parse(await readFile(file, "utf8"))
      .dataFeedElement[0].item.additionalProperty;
    const stored = properties.find(({ name }) => name === "custom_adele_classification")?.value;
    expect(stored).toEqual({
      scores: Object.fromEntries(demandScales.map(({ name }) => [name, 2])),
      labels: Object.fromEntries(demandScales.map(({ name }) => [name, "low"])),
      classified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      model: "classifier",
    });
    for (const name of ["b.jsonld", "b.yaml"]) {
      await benchmark.save(join(folder, name));
      const [question] = (await Benchmark.load(join(folder, name))).content.questions;
      expect(question && demandProfile(question)?.demands[17]).toEqual({
        ...{ scale: "volume", level: 2, label: "low", reason: "Because of volume." },
      });
    }
  });

  test("asks once more for what is lacking or out of range, and leaves out what is lacking then", async () => {
    const { report, prompts } = await classified(({ question, scales }) => {
      if (question === "Why?") return { scales: levels(scales) };
      if (scales.length < 18)
        return { scales: { volume: { level: 5, reason: "Long." }, atypicality: { level: 6 } } };
      const { volume: _, ...others } = levels(scales);
      return { scales: { ...others, atypicality: { level: "high" }, another: { level: 1 } } };
    });
    expect(prompts).toHaveLength(3);
    expect(scalesIn(prompts[2] ?? "")).toEqual(["atypicality", "volume"]);
    const [first] = report.classified;
    expect(first?.profile.demands).toHaveLength(17);
    expect(first?.profile.demands.at(-1)).toMatchObject({ scale: "volume", level: 5, label: "very_high" });
    expect(report.left).toEqual([]);
  });

  test("a question that the model fails at is left, with why, and no level is made up", async () => {
    const { report, benchmark } = await classified(({ question, scales }) =>
      question === "Why?" ? 500 : question === "How many?" ? { scales: levels(scales, 0) } : "?",
    );
    expect(report.classified.map(({ question }) => question.id)).toEqual(["How many?"]);
    expect(report.left).toMatchObject([{ question: { id: "Why?" }, reason: expect.stringContaining("no") }]);
    expect(demandProfile(benchmark.getQuestion("Why?"))).toBe(undefined);
    const unread = await classified(() => ({ scales: "many" }));
    expect(unread.report.left[0]?.reason).toContain("expected an object with the scales");
  });
});

describe("demandProfile", () => {
  const profileOf = (value: unknown) =>
    demandProfile({ customMetadata: { adele_classification: value as never } });

  test("reads what the Python system has written: failures and unknown scales are no levels", () => {
    const profile = profileOf({
      scores: {
        volume: 3,
        atypicality: -1,
        mind_modelling: 0,
        of_another_version: 2,
        metacognition_relevance: 9,
      },
      labels: { volume: "moderate", atypicality: "[ERROR: timeout]", mind_modelling: "none" },
      classified_at: "2025-01-02T03:04:05.678901",
      model: "claude-haiku-4-5",
    });
    expect(profile).toEqual({
      classifiedAt: "2025-01-02T03:04:05.678901",
      model: "claude-haiku-4-5",
      demands: [
        { scale: "mind_modelling", level: 0, label: "none", reason: "" },
        { scale: "volume", level: 3, label: "intermediate", reason: "" },
      ],
    });
    for (const none of [undefined, null, "volume", { scores: 3 }, []])
      expect(profileOf(none)).toBe(undefined);
  });

  test("scales are known by name and code", () => {
    expect(demandScales).toHaveLength(18);
    expect(new Set(demandScales.map(({ code }) => code)).size).toBe(18);
    expect(demandScale("qlQ")?.name).toBe("logical_reasoning_quantitative");
    expect(demandScale("Volume ")?.code).toBe("VO");
    expect(demandScale("speed")).toBe(undefined);
  });
});
