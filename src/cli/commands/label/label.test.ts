import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readLabels, renderLabels } from "../../../analysis/index.ts";
import { KareninaError, systemClock } from "../../../base/index.ts";
import { exportJson, rubricSection } from "../../../result/index.ts";
import { sampleResult } from "../../../result/testing/sample-result.ts";
import type { CommandIo } from "../../command-io.ts";
import type { Prompts } from "../../interactive/prompts.ts";
import { type ScriptedAnswer, scriptedPrompts } from "../../interactive/testing/scripted-prompts.ts";
import { label } from "./label.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-label-"));
  const results = ["a", "b"].map((questionId) =>
    sampleResult({
      metadata: {
        questionId,
        templateId: "t",
        questionText: `What is ${questionId}?`,
        resultId: questionId,
        rawAnswer: "gold",
      },
      template: {
        rawLlmResponse: `It is ${questionId}`,
        parsedGtResponse: { metal: "gold" },
        fieldResults: { metal: true },
      },
      rubric: rubricSection({ llmTraitScores: { depth: 3 } }),
    }),
  );
  let text = "";
  for await (const part of exportJson(results, { exportTimestamp: "", kareninaVersion: "" })) text += part;
  await writeFile(join(folder, "run.json"), text);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ioWith = (prompts: Prompts, write: (text: string) => unknown = () => undefined): CommandIo => ({
  stdout: { write },
  stderr: { write },
  environment: {},
  workingDirectory: folder,
  clock: systemClock,
  prompts,
  interrupted: new AbortController().signal,
});

async function labelled(script: readonly ScriptedAnswer[], rater = "ana") {
  const prompts = scriptedPrompts(script);
  let stdout = "";
  const code = await label(
    "run.json",
    { rater, seed: 1 },
    ioWith(prompts, (text) => (stdout += text)),
  );
  prompts.done();
  return { code, stdout, prompts, labels: await readLabels(join(folder, "run.labels.csv")) };
}

const leaving = new KareninaError("cancelled", "left");

it("asks answer by answer, keeps what was said when it is left, and goes on for each rater", async () => {
  const first = await labelled([
    ["Is the answer right?", "yes"],
    ['"metal" what is expected? (gold)', "unsure"],
    ["depth (number, or ?)", "deep"],
    ["depth (number, or ?)", "4"],
    ["Is the answer right?", leaving],
  ]);
  expect(first.code).toBe(130);
  expect(first.stdout).toContain("1 of 2 answers labelled; the same command goes on.");
  expect(first.prompts.refused).toEqual(["deep: Expected a number or unsure."]);
  expect(first.prompts.notes[0]).toMatch(
    /^Answer 1 of 2\nQuestion: What is [ab]\?\n\nExpected: gold\n\nAnswer: It is [ab]$/,
  );
  expect(first.labels.map(({ value, isUnsure }) => (isUnsure ? "unsure" : value))).toEqual([
    true,
    "unsure",
    4,
    null,
    null,
    null,
  ]);
  const second = await labelled([
    ["Is the answer right?", "no"],
    ["metal", "no"],
    ["depth", "?"],
  ]);
  expect(second.code).toBe(0);
  expect(second.prompts.notes[0]).toContain("Answer 2 of 2");
  const other = await labelled([["Is the answer right?", leaving]], "ben");
  expect(other.labels).toHaveLength(12);
  expect(new Set(other.labels.map(({ rater }) => rater))).toEqual(new Set(["ana", "ben"]));
});

it("keeps what others write into the file while somebody labels", async () => {
  const file = join(folder, "run.labels.csv");
  await labelled([["Is the answer right?", leaving]]);
  const prompts = scriptedPrompts([]);
  const others = { ...prompts, choice: async () => await labelledByBen() };
  async function labelledByBen(): Promise<never> {
    await labelled(
      [
        ["Is the answer right?", "no"],
        ["metal", leaving],
      ],
      "ben",
    );
    const rows = await readFile(file, "utf8");
    await writeFile(
      file,
      rows.replace(
        '"metal"" what is expected?",yes/no,,,ana',
        '"metal"" what is expected?",yes/no,no,by hand,ana',
      ),
    );
    throw leaving;
  }
  await label("run.json", { rater: "ana", seed: 1 }, ioWith(others));
  const given = (await readLabels(file)).filter(({ value }) => value !== null);
  expect(given.map(({ rater, kind, value, note }) => ({ rater, kind, value, note }))).toEqual([
    { rater: "ana", kind: "field", value: false, note: "by hand" },
    { rater: "ben", kind: "verdict", value: false, note: "" },
  ]);
});

it("keeps what was drawn and a table says nothing of: labels of its stratum stand for it", async () => {
  const io = ioWith(scriptedPrompts([]));
  await label("run.json", { to: "out.csv", seed: 1 }, io);
  const drawn = await readLabels(join(folder, "out.csv"));
  const some = drawn.map((one, at) => (at === 0 ? { ...one, value: true } : { ...one, rater: "ana" }));
  await writeFile(join(folder, "back.csv"), renderLabels(some));
  await label("run.json", { from: "back.csv", rater: "ana" }, io);
  const kept = await readLabels(join(folder, "run.labels.csv"));
  expect(kept).toHaveLength(drawn.length);
  expect(kept.map(({ value, rater }) => [value, rater])).toEqual([
    [true, "ana"],
    ...drawn.slice(1).map(() => [null, ""]),
  ]);
});
