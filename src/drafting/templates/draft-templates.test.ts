import { getEventListeners } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Benchmark } from "../../benchmark/index.ts";
import { startOpenAiServer } from "../../models/testing/index.ts";
import {
  applyDrafts,
  draftRecord,
  draftTemplates,
  isTriedTemplate,
  type TemplateDraftingOptions,
} from "../index.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-drafting-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const geneField = (normalize: readonly unknown[]) => ({
  name: "gene",
  description: "The gene that is named",
  schema: { type: ["string", "null"] },
  verification: { ground_truth: "CFTR", verify_with: { type: "ExactMatch", normalize } },
  reason: "One name.",
});
const tries = {
  paraphrases: ["It is the CF transmembrane conductance regulator."],
  wrong: ["It is HBB."],
  refusal: "I cannot say.",
  half: [],
};
const poor = { reason: "A gene.", fields: [geneField(["lowercase"])], ...tries };
const good = {
  reason: "A gene with its name.",
  fields: [geneField(["lowercase", { mapping: { "cf transmembrane conductance regulator": "cftr" } }])],
};

type Body = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] };
const textOf = (body: unknown) => JSON.stringify((body as Body).messages);
const isDrafting = (text: string) => text.includes("You prepare a benchmark");

/** What a judge reads who knows three names. */
function judged(text: string): object {
  const answer =
    /transmembrane conductance|CFTR|HBB|cannot say/.exec(text.slice(text.lastIndexOf("<answer>")))?.[0] ?? "";
  if (answer.startsWith("trans")) return { gene: "CF transmembrane conductance regulator" };
  return { gene: answer === "cannot say" ? null : answer };
}

interface Script {
  /** What the drafting model says, by how often it was asked before. */
  readonly drafts: readonly (object | string)[];
  readonly judge?: (text: string) => object | number;
  readonly options?: Partial<TemplateDraftingOptions>;
  readonly count?: number;
}

/** Models that say what a script has, and what they were asked. */
async function served({ drafts, judge = judged }: Script) {
  const prompts: string[] = [];
  let calls = 0;
  const server = await startOpenAiServer({
    chat({ body }) {
      calls += 1;
      const text = textOf(body);
      if (!isDrafting(text)) {
        const said = judge(text);
        if (typeof said === "number") return { status: said, body: { error: { message: "no" } } };
        return JSON.stringify(said);
      }
      prompts.push(text);
      const said = drafts[Math.min(drafts.length, prompts.length) - 1];
      return typeof said === "string" ? said : `Here it is:\n${JSON.stringify(said)}`;
    },
  });
  return { server, prompts, calls: () => calls, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function drafted(script: Script) {
  await using models = await served(script);
  return await draftedBy(models, script);
}

async function draftedBy(
  { server, prompts, calls }: Awaited<ReturnType<typeof served>>,
  { options = {}, count = 1 }: Omit<Script, "drafts">,
) {
  const benchmark = Benchmark.create({ name: "b" });
  for (let at = 0; at < count; at += 1)
    benchmark.addQuestion({
      id: `q${at}`,
      question: `Which gene, ${at}?`,
      rawAnswer: "CFTR",
      finished: false,
    });
  const warnings: string[] = [];
  const report = await draftTemplates(benchmark.content.questions, {
    draftingModel: {
      interface: "openai_endpoint",
      endpointBaseUrl: server.url,
      modelName: "drafter",
      temperature: 0,
    },
    config: {
      preflight: false,
      outagePatienceSeconds: 0,
      retryPolicy: { serverError: { maxAttempts: 1 } } as never,
    },
    warn: (text) => warnings.push(text),
    environment: {},
    ...options,
  });
  applyDrafts(benchmark, report.drafted);
  return { report, benchmark, prompts, warnings, calls: calls(), question: benchmark.getQuestion("q0") };
}

describe("draftTemplates", () => {
  test("drafts again what calls a paraphrase wrong, and tries the earlier answers again", async () => {
    const { report, question, prompts, warnings } = await drafted({ drafts: [poor, good] });
    const record = draftRecord(question);
    expect(warnings).toEqual([]);
    expect(record).toMatchObject({
      state: "passes",
      drafts: 2,
      by: "drafter",
      judge: "drafter",
      reason: "A gene with its name.",
    });
    expect(record?.tries).toEqual([
      { kind: "expected", answer: "CFTR", verdict: "pass" },
      { kind: "paraphrase", answer: tries.paraphrases[0], verdict: "pass" },
      { kind: "wrong", answer: "It is HBB.", verdict: "fail" },
      { kind: "refusal", answer: "I cannot say.", verdict: "fail" },
    ]);
    expect(question.finished).toBe(false);
    expect(record !== undefined && isTriedTemplate(question, record)).toBe(true);
    expect(prompts[1]).toContain("judge_read");
    expect(report.spent).toMatchObject({ calls: 2 + 4 + 4 });
  });

  test("marks what no draft gets right, after three", async () => {
    const { report, question } = await drafted({ drafts: [poor] });
    expect(draftRecord(question)).toMatchObject({ state: "fails", drafts: 3 });
    expect(question.template).toBeDefined();
    expect(report).toMatchObject({ left: [] });
  });

  test.each([
    ["no object", "I would rather not."],
    ["a field that is none", { ...poor, fields: [{ name: "gene" }] }],
    ["code", { ...poor, fields: [{ ...geneField([]), code: "process.exit()" }] }],
    [
      "a check of the trace",
      {
        ...poor,
        fields: [
          {
            ...geneField([]),
            schema: { type: "boolean" },
            verification: { ground_truth: true, verify_with: { type: "TraceContains", substring: "x" } },
          },
        ],
      },
    ],
    ["no answers to try", { ...poor, paraphrases: ["CFTR."] }],
    ["a wrong answer that is the expected one", { ...poor, wrong: ["cftr"] }],
  ])("asks again after %s, and tries nothing", async (_, first) => {
    const { report, prompts, question } = await drafted({ drafts: [first, { ...good, ...tries }] });
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain("<problems>");
    expect(draftRecord(question)).toMatchObject({ state: "passes", drafts: 2 });
    expect(report.spent.calls).toBe(2 + 4);
  });

  test("writes no template where nothing can be used, and says why", async () => {
    const { question } = await drafted({ drafts: ["No."] });
    expect(question.template).toBeUndefined();
    expect(draftRecord(question)).toMatchObject({ state: "fails", tries: [], templateId: "no_template" });
    expect(draftRecord(question)?.reason).toContain("no JSON object");
  });

  test("takes a judge that fails for no verdict, and drafts nothing again for it", async () => {
    const { prompts, question } = await drafted({
      drafts: [{ ...good, ...tries }],
      judge: (text) => (text.includes("HBB") ? 400 : judged(text)),
    });
    expect(prompts).toHaveLength(1);
    const record = draftRecord(question);
    expect(record).toMatchObject({ state: "undecided", drafts: 1 });
    expect(record?.tries[2]).toMatchObject({
      kind: "wrong",
      verdict: "none",
      why: expect.stringContaining("400"),
    });
  });

  test("an answer that the model takes back stays in the record and does not count", async () => {
    const wrong = { ...good, ...tries, wrong: ["It is HBB.", "ABCC7, also called CFTR."] };
    const { question, prompts } = await drafted({
      drafts: [
        wrong,
        {
          ...good,
          withdrawn: [
            { number: 4, reason: "It is right." },
            { number: 1, reason: "no" },
          ],
        },
      ],
    });
    expect(prompts).toHaveLength(2);
    expect(draftRecord(question)).toMatchObject({ state: "passes", drafts: 2 });
    expect(draftRecord(question)?.tries.at(-1)).toEqual({
      kind: "wrong",
      answer: "ABCC7, also called CFTR.",
      verdict: "pass",
      withdrawn: "It is right.",
    });
  });

  test("a stop is heard between two runs as well, and nothing new begins", async () => {
    const stop = new AbortController();
    const heard: boolean[] = [];
    const phase = () => {
      heard.push(getEventListeners(stop.signal, "abort").length > 0);
      stop.abort();
      return [];
    };
    const { report, calls } = await drafted({ drafts: [poor], options: { phase, stopSignal: stop.signal } });
    expect({ heard, calls, ended: report.ended }).toEqual({ heard: [true], calls: 0, ended: "stopped" });
    expect(report.left).toHaveLength(1);
  });

  test("ends at the budget with what is done, and goes on without asking twice", async () => {
    await using models = await served({ drafts: [{ ...good, ...tries }] });
    const replies = join(folder, "replies");
    const config = { preflight: false, asyncMaxWorkers: 1 };
    const first = await draftedBy(models, {
      count: 3,
      options: { replies, config: { ...config, maxCalls: 8 } },
    });
    expect(first.report).toMatchObject({ ended: "budget_spent", drafted: [{ record: { state: "passes" } }] });
    expect(first.report.left).toHaveLength(2);
    expect(first.calls).toBe(8);
    const second = await draftedBy(models, { count: 3, options: { replies, config } });
    expect(second.report).toMatchObject({ left: [], spent: { calls: 3 * 5 - 8 } });
    expect(second.report.drafted.map(({ record }) => record.state)).toEqual(["passes", "passes", "passes"]);
    expect(second.report.ended).toBeUndefined();
  });
});
