import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FromFile, isJsonObject } from "../../base/index.ts";
import { llmTrait, rubric } from "../../rubric/index.ts";
import {
  answeringModel,
  countOf,
  exportJson,
  failure,
  firstOf,
  majorityOf,
  meanOf,
  medianOf,
  modeOf,
  openResultLog,
  openResultsFile,
  resultFromJson,
  resultToJson,
  rubricDefinition,
  type VerificationResult,
  VerificationResultSet,
} from "../index.ts";
import { resultsOfEverySort } from "../testing/results-of-every-sort.ts";
import { sampleResult } from "../testing/sample-result.ts";

let folder = "";
let log = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "lazy-set-"));
  log = path.join(folder, "run.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const header = {
  benchmark: { name: "Drug targets", fingerprint: "f1" },
  configFingerprint: "c1",
  runName: "r",
  startedAt: "2025-01-02T03:04:05.000Z",
  config: { answering_models: [{ model_name: "gpt" }] },
};
const content = failure({ category: "content", stage: "VerifyTemplate", reason: "no" });
const traitNamed = (name: string) => llmTrait({ name, description: `${name}?`, kind: "boolean" });
const model = (modelName: string) => ({ interface: "openai", modelName, tools: [], configId: null });

/** The number is the place of the question; every third answer is wrong. */
const result = (n: number): VerificationResult =>
  sampleResult({
    metadata: {
      questionId: `q${n}`,
      resultId: `r${n}`,
      answering: model(n % 2 === 0 ? "even" : "odd"),
      keywords: n % 2 === 0 ? ["é 😀"] : [],
      executionTime: n,
      failure: n % 3 === 2 ? content : null,
    },
    template: { verifyResult: n % 3 !== 2, rawLlmResponse: "ü".repeat(n) },
  });

async function writeLog(...places: readonly number[]): Promise<void> {
  await using writer = await openResultLog(log, header);
  for (const place of places) await writer.append(`t${place}`, result(place), { place });
}

const placesOf = (set: Iterable<VerificationResult>) =>
  Array.from(set, ({ metadata }) => metadata.executionTime);
const byModel = ({ metadata }: VerificationResult) => answeringModel(metadata);

describe("a set over a log", () => {
  it("has the results in the order of the questions, the last line of each task, and reads them when asked", async () => {
    await writeLog(2, 0, 3, 1, 0);
    const set = await VerificationResultSet.fromLog(log);
    expect(set.length).toBe(4);
    expect(placesOf(set)).toEqual([0, 1, 2, 3]);
    expect([set.at(0), set.at(-1), set.at(4), set.at(-5)]).toEqual([
      result(0),
      result(3),
      undefined,
      undefined,
    ]);
    expect(set.results).toEqual([0, 1, 2, 3].map(result));
    expect(set.results).toBe(set.results);
  });

  it("has parts that read from the log as well", async () => {
    await writeLog(5, 4, 3, 2, 1, 0);
    const set = await VerificationResultSet.fromLog(log);
    expect(placesOf(set.filter({ outcomes: ["wrong"] }))).toEqual([2, 5]);
    expect(placesOf(set.filter(({ metadata }) => metadata.executionTime > 3))).toEqual([4, 5]);
    expect([...set.groupBy(byModel)].map(([name, part]) => [name, placesOf(part)])).toEqual([
      ["openai:even", [0, 2, 4]],
      ["openai:odd", [1, 3, 5]],
    ]);
    expect(set.filter({ outcomes: ["wrong"] }).at(-1)).toEqual(result(5));
    expect(set.getSummary()).toEqual(new VerificationResultSet(set.results).getSummary());
  });

  it.runIf(process.platform === "linux")("leaves no file open, however it is read", async () => {
    await writeLog(0, 1, 2);
    const set = await VerificationResultSet.fromLog(log);
    for (let index = 0; index < set.length; index += 1) expect(set.at(index)).toEqual(result(index));
    for (const _ of set) break;
    expect(set.filter({ outcomes: ["wrong"] }).at(0)).toEqual(result(2));
    const open = await readdir("/proc/self/fd");
    const files = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
    expect(files.filter((file) => file === log)).toEqual([]);
  });

  it("names the line that is damaged, or was changed since, when its result is asked for", async () => {
    await writeLog(0, 1, 2);
    const text = await readFile(log, "utf8");
    await writeFile(log, text.replace('"question_id":"q1"', '"question_id":1234'));
    const set = await VerificationResultSet.fromLog(log);
    expect(set.at(0)).toEqual(result(0));
    expect(() => set.at(1)).toThrow("line 3 does not have the expected shape:\n  metadata.question_id");
    expect(() => set.results).toThrow("line 3");
    const lines = text.split("\n");
    await writeFile(log, [lines[0], lines[2], lines[1], lines[3], ""].join("\n"));
    expect(() => set.at(0)).toThrow("line 2 is damaged");
  });
});

describe("what is computed of groups", () => {
  const set = new VerificationResultSet([0, 1, 2, 3, 4].map(result));
  const seconds = ({ metadata }: VerificationResult) => metadata.executionTime;

  it("is one value of each group's values, null where there are none", () => {
    expect([...set.aggregate(byModel, seconds, meanOf)]).toEqual([
      ["openai:even", 2],
      ["openai:odd", 2],
    ]);
    const passed = ({ template }: VerificationResult) => template?.verifyResult;
    expect([...set.aggregate(byModel, passed, majorityOf).values()]).toEqual([true, true]);
    const none = ({ metadata }: VerificationResult) => (metadata.executionTime === 1 ? "x" : null);
    expect([...set.aggregate(byModel, none, firstOf).values()]).toEqual([null, "x"]);
    expect(medianOf([5, 1, 3])).toBe(3);
    expect(medianOf([4, 1, 3, 2])).toBe(2.5);
    expect(modeOf(["b", "a", "b", "a", "c"])).toBe("a");
    expect(majorityOf([true, false])).toBe(false);
    expect([...countOf(["x", "y", "x"])]).toEqual([
      ["x", 2],
      ["y", 1],
    ]);
  });

  it("has pass rates with their denominators", () => {
    expect([...set.passRates(byModel)]).toEqual([
      ["openai:even", { passed: 2, of: 3, rate: 2 / 3 }],
      ["openai:odd", { passed: 2, of: 2, rate: 1 }],
    ]);
  });
});

describe("a saved set", () => {
  const tone = traitNamed("tone");
  const definition = rubricDefinition(rubric([tone]));
  const headed = () =>
    new VerificationResultSet(
      [...resultsOfEverySort.map((one) => resultFromJson(resultToJson(one), "sample")), result(1)],
      {
        header: new FromFile({
          benchmark: { name: "Drug targets", fingerprint: "" },
          verificationConfig: header.config,
          rubricDefinition: definition,
        }),
      },
    );

  it.each([".json", ".jsonl", ".jsonl.zst"])("is the same when it is read again: %s", async (ending) => {
    const file = path.join(folder, `set${ending}`);
    const set = headed();
    await set.save(file);
    const again =
      ending === ".json"
        ? await VerificationResultSet.fromJson(file)
        : await VerificationResultSet.fromLog(file);
    expect(again.results).toEqual(set.results);
    expect(again.header?.toJSON()).toEqual(set.header?.toJSON());
    expect(again.getRubric()?.llmTraits.map(({ name }) => name)).toEqual(["tone"]);
    expect(new VerificationResultSet([]).getRubric()).toBeNull();
  });

  it("says which version wrote it, and keeps what its log said", async () => {
    await writeLog(0, 1, 2);
    const set = await VerificationResultSet.fromLog(log);
    const [json, part] = [path.join(folder, "a.json"), path.join(folder, "b.jsonl")];
    await set.save(json);
    const stored: unknown = JSON.parse(await readFile(json, "utf8"));
    const metadata = isJsonObject(stored) ? stored.metadata : undefined;
    expect(metadata).toMatchObject({
      karenina_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      verification_config: header.config,
      job_summary: { total_questions: 3 },
    });
    await set.filter({ outcomes: ["wrong"] }).save(part);
    expect(JSON.parse((await readFile(part, "utf8")).split("\n")[0] ?? "")).toMatchObject({
      benchmark: { name: "Drug targets", fingerprint: "" },
      started_at: header.startedAt,
      run_name: "r",
      config: header.config,
    });
    await expect(openResultLog(part, header)).rejects.toThrow("results of other benchmark");
  });

  it("says of how many tasks its run is, where it is the whole of its file", async () => {
    await using written = await openResultLog(log, { ...header, tasks: 9 });
    for (const n of [0, 1, 2]) await written.append(`task-${n}`, result(n));
    const progressOf = async (set: VerificationResultSet, name: string) => {
      await set.save(path.join(folder, name));
      return (await openResultsFile(name, folder, expect.unreachable)).progress();
    };
    const whole = await VerificationResultSet.fromLog(log);
    expect(await progressOf(whole, "a.json")).toEqual({ finished: 3, tasks: 9 });
    const read = await VerificationResultSet.fromJson(path.join(folder, "a.json"));
    expect(await progressOf(read, "b.jsonl")).toEqual({ finished: 3, tasks: 9 });
    const merged = VerificationResultSet.merge([await VerificationResultSet.fromLog(log)]);
    expect(await progressOf(merged, "c.json")).toEqual({ finished: 3, tasks: 9 });
    const part = whole.filter({ outcomes: ["wrong"] });
    expect(await progressOf(part, "d.jsonl")).toEqual({ finished: 1, tasks: null });
    expect(await progressOf(part, "e.json")).toEqual({ finished: 1, tasks: null });
  });

  it("may be a table, and nothing else", async () => {
    await headed().save(path.join(folder, "set.csv"));
    expect(await readFile(path.join(folder, "set.csv"), "utf8")).toMatch(/^question_id,/);
    await expect(headed().save("set.parquet")).rejects.toThrow("neither .json, .jsonl, .jsonl.zst nor .csv");
  });
});

describe("merged sets", () => {
  it("have each result once, wherever the results are", async () => {
    await writeLog(0, 1, 2);
    const set = await VerificationResultSet.fromLog(log);
    const merged = VerificationResultSet.merge([
      set,
      new VerificationResultSet([result(4), result(1), result(3)]),
    ]);
    expect(placesOf(merged)).toEqual([0, 1, 2, 4, 3]);
    expect(merged.at(3)).toEqual(result(4));
    expect(placesOf(merged.filter(({ metadata }) => metadata.executionTime > 1))).toEqual([2, 4, 3]);
    expect(merged.header?.toJSON().verificationConfig).toEqual(header.config);
  });

  it("refuse two results of one id that differ", () => {
    const other = { ...result(1), evaluationInput: "other" };
    expect(() =>
      VerificationResultSet.merge([
        new VerificationResultSet([result(1)]),
        new VerificationResultSet([other]),
      ]),
    ).toThrow("Two results have the id r1 (question q1) and are not the same.");
  });

  it("have a header of what both say alike, and the traits of both", () => {
    const of = (name: string, mode: string) =>
      new VerificationResultSet([], {
        header: new FromFile({
          benchmark: header.benchmark,
          verificationConfig: { evaluation_mode: mode },
          rubricDefinition: rubricDefinition(rubric([traitNamed("both"), traitNamed(name)])),
        }),
      });
    const merged = VerificationResultSet.merge([of("a", "template_only"), of("b", "rubric_only")]);
    expect(merged.header?.toJSON()).toMatchObject({ benchmark: header.benchmark, verificationConfig: null });
    expect(merged.getRubric()?.llmTraits.map(({ name }) => name)).toEqual(["both", "a", "b"]);
  });
});

it("an export counts a set over a log without keeping its results", async () => {
  await writeLog(0, 2);
  const set = await VerificationResultSet.fromLog(log);
  const info = { exportTimestamp: header.startedAt, kareninaVersion: "1.0.0" };
  const [head = ""] = await Array.fromAsync(exportJson(set, info));
  expect(head).toContain('"outcomes":{"pass":1,"wrong":1');
});
