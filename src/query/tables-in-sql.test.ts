import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resultTables } from "../analysis/index.ts";
import { isJsonObject, mostAmount, wireCodec } from "../base/index.ts";
import { propertyRuns } from "../base/testing/property-runs.ts";
import {
  deepJudgmentSection,
  openResultLog,
  openResultsFile,
  readResultLog,
  renderLogHeader,
  resultToJson,
  rubricSection,
  type VerificationResult,
} from "../result/index.ts";
import { resultsOfEverySort } from "../result/testing/results-of-every-sort.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { tracedResult } from "../result/testing/traced-result.ts";
import { queryRuns } from "./query-runs.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tables-in-sql-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const header = {
  benchmark: { name: "b", fingerprint: "f" },
  configFingerprint: "c",
  startedAt: "2025-01-02T03:04:05.000Z",
};

async function logOf(results: readonly VerificationResult[]): Promise<string> {
  const file = path.join(folder, "run.jsonl");
  await rm(file, { force: true });
  await using log = await openResultLog(file, header);
  await Promise.all(results.map((result, index) => log.append(`task ${index}`, result)));
  return file;
}

/** A log of before, whose rows are results in their stored form. */
async function oldLogOf(results: readonly VerificationResult[]): Promise<string> {
  const file = path.join(folder, "run.jsonl");
  const lines = results.map((result, at) => ({ task: `task ${at}`, result: resultToJson(result) }));
  const head = renderLogHeader(header).replace('"version":3', '"version":1');
  await writeFile(file, [head, ...lines.map((line) => JSON.stringify(line)), ""].join("\n"));
  return file;
}

/** All rows of a table, in an order of their own, by SQL and by code. */
async function bothWays(file: string, name: string) {
  const table = resultTables.find((one) => one.name === name);
  if (table === undefined) throw new Error(`no table ${name}`);
  const run = { ...(await openResultsFile(file, folder, () => {})), name: "run.jsonl" };
  await using answer = await queryRuns([run], `select * exclude (run) from ${name}`);
  const names = answer.columns.map((column) => column.name);
  const bySql = (await Array.fromAsync(answer.rows())).map((cells) =>
    Object.fromEntries(names.map((column, at) => [column, cells[at] ?? null])),
  );
  const codec = wireCodec(table.schema);
  const byCode = (await Array.fromAsync(table.rows(readResultLog(file)))).map((row) => {
    const stored = codec.encode(row);
    return isJsonObject(stored) ? stored : {};
  });
  // the exponents of large numbers inside of lists may go without their sign
  const plain = (rows: readonly object[]) =>
    rows.map((row) => JSON.parse(JSON.stringify(row).replaceAll(/(\d)e\+(\d)/g, "$1e$2")));
  const sorted = (rows: readonly object[]) =>
    plain(rows).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { bySql: sorted(bySql), byCode: sorted(byCode) };
}

/** A finding about which nothing else is known. */
const unplaced = {
  sentence: null,
  start: null,
  end: null,
  context: null,
  quote: null,
  quoteStart: null,
  quoteEnd: null,
  reason: null,
};

const traits = sampleResult({
  rubric: rubricSection({
    rubricEvaluationPerformed: true,
    llmTraitScores: {
      clear: true,
      depth: 4,
      tone: 1,
      odd: -1,
      "facts.names": ["a"],
      "facts.n": 1.5,
      late: null,
    },
    llmTraitLabels: { tone: "warm", odd: "none" },
    regexTraitScores: { "it's": false },
    metricTraitScores: { found: { recall: 0.5, f1: 1, 'a"b': 1 / 3 } },
    metricTraitConfusionLists: { found: { tp: ["a"], tn: [], fp: [], fn: ["b", "c"] } },
    retrievalTraitScores: { grounded: 0.5, "a.b": 0, lost: 1 },
    retrievalTraitCounts: {
      grounded: { measure: "faithfulness", counted: 1, of: 2 },
      "a.b": { measure: "context_precision", counted: 0, of: 1 },
    },
    retrievalTraitFindings: {
      grounded: [
        {
          ...unplaced,
          text: "ABL1",
          counts: true,
          sentence: "It is.",
          start: 2,
          end: 8,
          context: 2,
          quote: "ABL1",
        },
        { ...unplaced, text: "1999", counts: false, reason: "the judge's word" },
      ],
      "a.b": [{ ...unplaced, text: "", counts: false, context: 1 }],
      empty: [],
    },
    dynamicRubricSkippedTraits: {
      safe: "concept not present in response",
      out: "excluded by rubric_trait_names filter",
    },
    traitProvenance: {
      clear: "global",
      facts: "question_specific",
      safe: "dynamic",
      lost: "global",
      "a.b": "global",
    },
    traitFailures: { depth: "no scale", gone: "no reply" },
  }),
});

const full = sampleResult({
  metadata: {
    templateId: "t",
    keywords: ["a", "b"],
    answering: { interface: "i", modelName: "m", tools: ["x", "y"], configId: "fast" },
    retryCounts: { timeout: { used: 2, budget: 5 } },
    conversation: {
      systemPrompt: "Be short.",
      messages: [
        { role: "user", content: "Which drug?\n\nThis one?" },
        { role: "assistant", content: "It's 🧬" },
      ],
      attachments: [
        { name: "a.txt", mediaType: "text/plain", sha256: "00" },
        { name: "b.png", mediaType: "image/png", sha256: "01" },
      ],
    },
    runName: "r'; drop table results; --",
    replicate: 3,
  },
  template: {
    verifyGranularResult: 0.1 + 0.2,
    parsedGtResponse: { a: 1.5, b: "x", c: ["y", 1e21], "q'\"uote": null, e: true, deep: { f: { g: 1e-7 } } },
    parsedLlmResponse: { a: null, b: "z", d: "\u001f\u2028/é", n: 123456789 },
    fieldResults: { a: null, b: false },
    fieldScores: { b: 1 / 3 },
    answeringMcpServers: ["s"],
    agentMetrics: { iterations: 2, toolCalls: 1, toolsUsed: ["find", "open"], suspectFailedToolCalls: 1 },
    usageMetadata: {
      answer_generation: {
        inputTokens: 1,
        outputTokens: 2,
        totalTokens: 3,
        model: "m",
        inputTokenDetails: { cache_read: 1 },
      },
      parsing: {
        inputTokens: 10,
        outputTokens: 20,
        totalTokens: 30,
        outputTokenDetails: { reasoning: 4 },
        costUsd: 0.1,
      },
      total: { inputTokens: 11, outputTokens: 22, totalTokens: 33 },
    },
  },
  deepJudgment: deepJudgmentSection({ deepJudgmentMode: "full", deepJudgmentModelCalls: 3 }),
  stages: [
    {
      name: "ParseTemplate",
      status: "ran",
      reason: null,
      durationMs: 1.25,
      firstTokenMs: 0.75,
      modelCalls: 2,
      storedReplies: 3,
      retries: { timeout: 1, rate_limit: 2 },
      inputTokens: 5,
      outputTokens: 6,
      costUsd: 0.25,
      ruling: {
        stage: "VerifyTemplate",
        verifyResult: true,
        kind: "verification",
        reason: "ok",
        category: null,
      },
    },
    {
      name: "FinalizeResult",
      status: "skipped",
      reason: "no",
      durationMs: 0,
      modelCalls: 0,
      retries: {},
      inputTokens: 0,
      outputTokens: 0,
      costUsd: null,
      ruling: null,
    },
  ],
});

/** Cut in the middle of a character, as texts of models may be. */
const halved = sampleResult({
  metadata: { questionText: "\ud83d", conversation: { systemPrompt: null, messages: [], attachments: [] } },
  template: { rawLlmResponse: "x\u0000y" },
});

describe("tables by SQL hold what tables by code hold", () => {
  it.each(resultTables.map(({ name }) => name))("%s", async (name) => {
    const results = [...resultsOfEverySort, traits, full, tracedResult("é"), tracedResult("😀")];
    const { bySql, byCode } = await bothWays(await logOf(results), name);
    expect(bySql).toEqual(byCode);
    expect(await bothWays(await oldLogOf(results), name)).toEqual({ bySql, byCode });
  });

  it("without a result that has to be read whole", async () => {
    const file = await logOf([full, traits, tracedResult("é")]);
    const readRows = () => expect.unreachable("a result was read whole");
    const run = { ...(await openResultsFile(file, folder, () => {})), name: "run.jsonl", readRows };
    for (const name of ["results", "stages", "turns", "traits"]) {
      await using answer = await queryRuns([run], `select * from ${name}`);
      expect((await Array.fromAsync(answer.rows())).length).toBeGreaterThan(0);
    }
  });

  it.each([
    ["turns", /"content_at":\[\d\d+,\d+\]/, '"content_at":[0,99999]'],
    ["turns", /"thinking_at":\[\d+,\d+\]/, '"thinking_at":[9,2]'],
    ["stages", /"ruling_at":0/, '"ruling_at":1'],
    ["results", /"ruling_at":0/, '"ruling_at":-1'],
  ])("of %s, but not of a result that refers to what is not there: %s", async (name, place, broken) => {
    const file = await logOf([full, tracedResult()]);
    await writeFile(file, (await readFile(file, "utf8")).replace(place, broken));
    await expect(bothWays(file, name)).rejects.toThrow(broken.slice(1, 9));
  });

  it("of a text that is cut inside a character, too, with a sign in the place of the half", async () => {
    const { bySql } = await bothWays(await logOf([full, halved]), "results");
    expect(bySql.map((row) => Reflect.get(row, "question_text")).sort()).toEqual(["What?", "\ufffd"]);
  });

  it.each([
    ["facts.count", { llmTraitScores: { "facts.count": 15e98 } }],
    ["f1", { metricTraitScores: { found: { f1: 15e98 } } }],
  ])("a result whose %s cannot be added up is none", async (name, section) => {
    const file = await logOf([traits, sampleResult({ rubric: rubricSection(section) })]);
    expect((await bothWays(file, "traits")).bySql).toContainEqual(
      expect.objectContaining({ trait_score: 15e98 }),
    );
    const line = await readFile(file, "utf8");
    await writeFile(file, line.replace("1.5e+99", "1.5e+308"));
    await expect(bothWays(file, "traits")).rejects.toThrow(name);
  });

  it("for names and values of any kind", async () => {
    const name = fc.string({ unit: "grapheme", maxLength: 6 });
    const values = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
    const flags = fc.dictionary(name, fc.option(fc.boolean()), { maxKeys: 3 });
    const any = fc.record({
      gt: values,
      llm: values,
      results: flags,
      scores: values,
      provenance: fc.dictionary(name, fc.constant("global")),
    });
    const results = fc
      .sample(any, { numRuns: propertyRuns(20), seed: 7 })
      .map(({ gt, llm, results: fieldResults, scores, provenance }) =>
        sampleResult({
          // fast-check's type of JSON values is its own
          template: JSON.parse(
            JSON.stringify({ parsedGtResponse: gt, parsedLlmResponse: llm, fieldResults }),
          ),
          rubric: rubricSection(
            JSON.parse(
              JSON.stringify({ llmTraitScores: scores, traitProvenance: provenance }, (_key, value) =>
                typeof value === "number" && Math.abs(value) > mostAmount ? mostAmount : value,
              ),
            ),
          ),
        }),
      );
    const file = await logOf(results);
    for (const table of ["fields", "traits"]) {
      const { bySql, byCode } = await bothWays(file, table);
      expect(bySql).toEqual(byCode);
    }
  });
});
