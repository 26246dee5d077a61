import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { judgedResult } from "../../../report/evidence/testing/judged-result.ts";
import {
  exportCsv,
  exportJson,
  failure,
  openResultLog,
  rubricSection,
  type VerificationResult,
} from "../../../result/index.ts";
import { type SampleFields, sampleResult } from "../../../result/testing/sample-result.ts";
import { exitCodeOf, reportFailure } from "../../failure.ts";
import { capturedIo } from "../../testing/captured-io.ts";
import { show } from "./show.ts";
import type { ShowOptions } from "./show-command.ts";

const info = { exportTimestamp: "2025-01-02T03:04:05.000Z", kareninaVersion: "0.1.0" };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "karenina-show-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const byModel = (name: string) => ({ interface: "openai", modelName: name, tools: [], configId: null });
const resultOf = (questionId: string, model = "gpt", more: SampleFields = {}) =>
  sampleResult({
    ...more,
    metadata: {
      questionId,
      questionText: `What is ${questionId}?`,
      answering: byModel(model),
      ...more.metadata,
    },
  });

/** With an id of its own, as results of a run have. */
const numbered = (result: VerificationResult, at: number): VerificationResult => ({
  ...result,
  metadata: { ...result.metadata, resultId: `r${at}` },
});

const some = [resultOf("alpha"), resultOf("alpha", "haiku"), resultOf("beta"), judgedResult()];

async function writeJson(results: readonly VerificationResult[], name = "out.json"): Promise<string> {
  await writeFile(path.join(folder, name), exportJson(results, info));
  return name;
}

async function writeLog(
  results: readonly VerificationResult[],
  placeOf?: (result: VerificationResult) => number,
): Promise<string> {
  const name = "run.jsonl";
  const header = {
    benchmark: { name: "B", fingerprint: "f" },
    configFingerprint: "c",
    startedAt: info.exportTimestamp,
  };
  await using log = await openResultLog(path.join(folder, name), header);
  for (const [at, result] of results.entries())
    await log.append(`task ${at}`, result, { place: placeOf?.(result) });
  return name;
}

async function shown(file: string, options: ShowOptions = {}) {
  const io = capturedIo({ workingDirectory: folder });
  const code = await show(file, options, io).catch((error: unknown) => {
    reportFailure(error, { ...io, debug: false });
    return exitCodeOf(error);
  });
  return { code, out: io.out(), err: io.err() };
}

describe.each([
  ["a log", (results: readonly VerificationResult[]) => writeLog(results)],
  ["an export", writeJson],
])("of %s", (_, write) => {
  test("several results are listed, with how to show one", async () => {
    const { out, code } = await shown(await write(some));
    expect(code).toBe(0);
    const [list, closing] = out.split("\nTo show one, ");
    expect(list).toMatchInlineSnapshot(`
      "4 results of 3 questions

      Place  Id          Question                                  Model  Verdict  Evidence                                                       Reason
          0  alpha       What is alpha?                            gpt    + pass   none
          0  alpha       What is alpha?                            haiku  + pass   none
          1  beta        What is beta?                             gpt    + pass   none
          2  venetoclax  What is the target of venetoclax, and...  gpt    x wrong  3 excerpts for 2 attributes and 1 trait, 1 without, risk high  year: expected 2016, got 2015
      "
    `);
    expect(closing).toMatch(/^name its place or id: npx karenina show (out\.json|run\.jsonl) --question 0\n/);
  });

  test("one result is shown at once", async () => {
    expect((await shown(await write([resultOf("alpha")]))).out).toMatch(
      /^alpha\nQuestion {2}What is alpha\?\n/,
    );
  });

  test("no result is said to be none", async () => {
    expect(await shown(await write([]))).toMatchObject({ code: 0, out: "No results.\n" });
  });
});

test("a list of failures says of which model they are and why, and has no column that says nothing", async () => {
  const declined = failure({ category: "abstention", stage: "AbstentionCheck", reason: "It declined." });
  const of = (model: string, more: SampleFields["metadata"] = {}) =>
    resultOf("urn:uuid:alpha", model, {
      metadata: { questionText: "What is alpha?", replicate: 2, ...more },
    });
  const missing = of("haiku", { failure: declined });
  const file = await writeJson([of("gpt"), { ...missing, template: null }]);
  const two = await writeJson([of("gpt"), { ...missing, template: null }, { ...missing, template: null }]);
  expect((await shown(file)).out.split("\n").slice(2, 5)).toEqual([
    "Place  Question        Model  Replicate  Verdict      Reason",
    "    0  What is alpha?  gpt            2  + pass",
    "    0  What is alpha?  haiku          2  - no answer  It declined.",
  ]);
  expect((await shown(two, { outcome: ["no_answer"] })).out).toContain("\n    0  What is alpha?  haiku ");
});

test("places in a log are those of the run, whichever finished first", async () => {
  const order = ["alpha", "beta", "venetoclax"];
  const file = await writeLog(some.toReversed(), ({ metadata }) => order.indexOf(metadata.questionId));
  const { out } = await shown(file);
  expect(out.match(/^ +\d +\w+/gm)?.map((row) => row.trim().replace(/ +/, " "))).toEqual([
    "0 alpha",
    "0 alpha",
    "1 beta",
    "2 venetoclax",
  ]);
  expect((await shown(file, { question: "0" })).out).toContain("alpha");
});

test("keywords and traits that no result has are told with the nearest that there is", async () => {
  const judged = resultOf("alpha", "gpt", {
    metadata: { keywords: ["oncology", "safety"] },
    rubric: rubricSection({ llmTraitScores: { tone: 1, clear: true }, llmTraitLabels: { tone: "Formal" } }),
  });
  const file = await writeJson([judged]);
  const told = async (options: ShowOptions) => (await shown(file, options)).err.split("\n")[0];
  expect(await told({ keyword: ["oncolgy"] })).toBe(
    'error: --keyword: no question of these results has "oncolgy". Did you mean "oncology"?',
  );
  expect(await told({ trait: [{ trait: "tones", value: "Formal" }] })).toBe(
    'error: --trait: there is no trait "tones" in these results. Did you mean "tone"?',
  );
  expect(await told({ trait: [{ trait: "tone", value: "formal" }] })).toBe(
    'error: --trait: no result has "formal" for tone; there is "1", "Formal".',
  );
  expect(await told({ keyword: ["safety"], outcome: ["wrong"] })).toContain("No result has all that was");
});

test("a metric of a trait is chosen by its name behind the trait's, as a number or as it is shown", async () => {
  const found = (id: string, precision: number) =>
    resultOf(id, "gpt", {
      rubric: rubricSection({ metricTraitScores: { found: { precision, recall: 1 }, "a.b": { f1: 0.5 } } }),
    });
  const file = await writeJson([found("alpha", 2 / 3), found("beta", 0.5), found("gamma", 0.5)]);
  const shownFor = async (trait: string, value: string) => {
    const { out, err } = await shown(file, { trait: [{ trait, value }] });
    return err === ""
      ? (out.match(/alpha|beta|gamma/g) ?? []).filter((id, at, all) => all.indexOf(id) === at)
      : err;
  };
  expect(await shownFor("found.precision", "0.67")).toEqual(["alpha"]);
  expect(await shownFor("found.precision", "0.50")).toEqual(["beta", "gamma"]);
  expect(await shownFor("found.recall", "1")).toEqual(["alpha", "beta", "gamma"]);
  expect(await shownFor("a.b.f1", ".5")).toEqual(["alpha", "beta", "gamma"]);
  expect(await shownFor("found.precision", "0.6")).toContain('no result has "0.6" for found.precision');
  expect(await shownFor("found", "0.5")).toContain(
    '--trait: found has several values; name one of them: "found.precision", "found.recall".',
  );
  expect(await shownFor("found.recal", "1")).toContain('Did you mean "found.recall"?');
});

test("results are chosen by outcome, keyword and trait, and at most so many", async () => {
  const listed = async (options: ShowOptions) => {
    const { out, err } = await shown(await writeJson(some), options);
    return err || out.split("\n")[0];
  };
  expect(await listed({ limit: 2 })).toMatch(/^The first 2 of \d+ results of \d+ questions$/);
  expect(await listed({ outcome: ["not_evaluable"] })).toContain("No result has all that was asked for.");
  expect(await listed({ keyword: ["no such keyword"] })).toContain(
    '--keyword: no question of these results has "no such keyword".',
  );
  expect(await listed({ trait: [{ trait: "tone", value: "Formal" }], limit: 1 })).toMatch(
    /result|venetoclax/,
  );
});

describe("a condition in SQL", () => {
  const slow = resultOf("gamma", "gpt", { metadata: { executionTime: 9 } });
  const listed = async (file: string, options: ShowOptions) => {
    const { out, err, code } = await shown(file, { ...options, json: true });
    return err || { code, questions: JSON.parse(out).map((one: Stored) => one.metadata.question_id) };
  };
  interface Stored {
    readonly metadata: { readonly question_id: string };
  }

  test.each([
    ["a log", writeLog],
    ["an export", writeJson],
  ])("chooses results of %s, together with other options", async (_, write) => {
    const file = await write([...some.map(numbered), numbered(slow, 9)]);
    const where = "execution_time > 3 or outcome = 'wrong' -- slow or wrong";
    expect(await listed(file, { where })).toEqual({ code: 0, questions: ["venetoclax", "gamma"] });
    expect(await listed(file, { where, outcome: ["pass"] })).toEqual({ code: 0, questions: ["gamma"] });
    expect(await listed(file, { where, question: "venetoclax" })).toEqual({
      code: 0,
      questions: ["venetoclax"],
    });
    expect(await shown(file, { where: "execution_time > 99" })).toMatchObject({
      code: 2,
      err: expect.stringContaining("No result has all that was asked for."),
    });
  });

  test.each([
    [
      "seconds > 3",
      /^error: --where: Binder Error: Referenced column "seconds" not found[^\n]*\nhint: `karenina query --tables results` lists the columns\.\n$/,
    ],
    ["outcome = = 'wrong'", /^error: --where: [^\n]*Parser Error: syntax error at or near "="\nhint: /],
    ["\u001b[2J\u202e > 3", /^error: --where: [ -~]*\nhint: /],
    ["true); load 'x'; select (true", /^error: --where: [^\n]*syntax error at or near "\)"\nhint: /],
    ["true; select 1", /^error: --where: Expected one condition, found 2 statements\.\nhint: /],
  ])("that is none ends in one line: %j", async (where, said) => {
    expect(await shown(await writeLog(some), { where })).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(said),
    });
  });
});

describe("a question is chosen", () => {
  const headings = async (options: ShowOptions) => {
    const { out, err } = await shown(await writeJson(some), options);
    return err || (out.match(/^(alpha|beta|venetoclax)$|^Model.*$/gm) ?? []).join(", ");
  };

  test("by id, beginning and place; all its results are shown", async () => {
    const alpha = "alpha, Model     openai:gpt, alpha, Model     openai:haiku";
    expect(await headings({ question: "alpha" })).toBe(alpha);
    expect(await headings({ question: "al" })).toBe(alpha);
    expect(await headings({ question: "0" })).toBe(alpha);
    expect(await headings({ question: "2" })).toContain("venetoclax");
  });

  test("by model too", async () => {
    expect(await headings({ question: "alpha", model: "hai" })).toBe("alpha, Model     openai:haiku");
    expect(await headings({ model: "haiku" })).toBe("alpha, Model     openai:haiku");
  });

  test("and is in vain when nothing is called so", async () => {
    expect(await headings({ question: "gamma" })).toBe(
      'error: --question: there is no question "gamma" in these results.\n' +
        "hint: `npx karenina show out.json` lists the results.\n",
    );
    expect(await headings({ question: "alpa" })).toContain('Did you mean "alpha"?');
    expect(await headings({ question: "beta", model: "haiku" })).toContain("No result has all");
    expect(await headings({ replicate: 2 })).toContain("No result has all");
  });
});

describe("--attribute", () => {
  test("names an attribute or trait there is evidence for", async () => {
    const file = await writeJson(some);
    const one = await shown(file, { question: "venetoclax", attribute: "target" });
    expect(one.out).toContain("Quoted for: 1 target\n");
    const none = await shown(file, { question: "venetoclax", attribute: "targets" });
    expect(none).toMatchObject({ code: 2 });
    expect(none.err).toContain('Did you mean "target"?\nhint: There is evidence for: target, year, warns.');
    const without = await shown(file, { question: "beta", attribute: "target" });
    expect(without.err).toContain("there is no evidence in what was chosen");
  });

  test("without --question shows that evidence of every result", async () => {
    const file = await writeLog([...some, judgedResult({ metadata: { questionId: "imatinib" } })]);
    const { out, code } = await shown(file, { attribute: "targ" });
    expect(code).toBe(0);
    expect(out.match(/^(venetoclax|imatinib|alpha|beta)$/gm)).toEqual(["venetoclax", "imatinib"]);
    expect(out.match(/^ {2}1 target: BCL-2$/gm)).toHaveLength(2);
    expect(out.match(/^ {2}target +BCL2 +BCL-2 +pass +1\.00$/gm)).toHaveLength(2);
    expect(out).not.toMatch(/2 year|3 warns|^Traits|^Stages|^ {2}year/m);
    expect(out).toMatch(/\n\n3 further results have no evidence for target\.\n$/);
    expect(await shown(file, { attribute: "colour" })).toMatchObject({ code: 2, out: "" });
  });
});

describe("--json", () => {
  test("prints the chosen results in their stored form", async () => {
    const file = await writeLog(some);
    const { out } = await shown(file, { question: "alpha", json: true });
    const stored = JSON.parse(out);
    expect(stored.map(({ metadata }: { metadata: object }) => metadata)).toMatchObject([
      { question_id: "alpha", answering: { model_name: "gpt" } },
      { question_id: "alpha", answering: { model_name: "haiku" } },
    ]);
    expect(JSON.parse((await shown(file, { json: true })).out)).toHaveLength(4);
    expect((await shown(await writeJson([]), { json: true })).out).toBe("[]\n");
  });

  test("holds nothing that commands a terminal, and the same text", async () => {
    const evil = "\u009b2J\u202e\u001b[2J";
    const { out } = await shown(await writeJson([resultOf("a", "m", { metadata: { questionText: evil } })]), {
      json: true,
    });
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(JSON.parse(out)).toMatchObject([{ metadata: { question_text: evil } }]);
  });
});

describe("another file", () => {
  test.each<[string, string | null, number, string]>([
    ["none.json", null, 1, "Found no results at"],
    ["out.csv", "a,b\n", 1, "out.csv is a table, not the results of a run."],
    ["out.yaml", "karenina: 1\n", 1, "out.yaml is a benchmark, not the results of a run."],
    ["preset.json", '{"name": "mine"}', 1, "is not a results export"],
    ["run.jsonl", "{}\n", 1, "is not a results log"],
    ["broken.json", "{", 1, "broken.json"],
  ])("%s is refused", async (name, content, code, message) => {
    if (content !== null) await writeFile(path.join(folder, name), content);
    const { err, ...run } = await shown(name);
    expect(run).toMatchObject({ code, out: "" });
    expect(err).toContain(message);
  });

  test("a folder is refused", async () => {
    expect((await shown(".")).err).toContain("is a folder");
  });

  test("kinds are told by content where names do not say", async () => {
    await writeFile(path.join(folder, "results"), exportCsv([resultOf("a")], info));
    expect((await shown("results")).err).toContain("is a CSV export");
    const log = await readFile(path.join(folder, await writeLog([resultOf("a")])), "utf8");
    await writeFile(path.join(folder, "log"), log);
    expect((await shown("log")).out).toMatch(/^a\n/);
  });

  test("a torn last line is left out, and said once", async () => {
    const file = path.join(folder, await writeLog([resultOf("a"), resultOf("b")]));
    await writeFile(file, (await readFile(file, "utf8")).slice(0, -40));
    const { out, err } = await shown("run.jsonl", { question: "a" });
    expect(out).toMatch(/^a\n/);
    expect(err).toBe(
      "warning: line 3 of run.jsonl, the last one, was cut off while it was written, and is left out.\n",
    );
  });
});
