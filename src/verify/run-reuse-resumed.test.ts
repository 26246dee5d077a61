import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { VerificationResultSet } from "../result/index.ts";
import { judgeAnswers } from "./answers/judge-answers.ts";
import type { RunVerificationOptions } from "./run-options.ts";
import { benchmarkOf, isProbe, model, outcomes, passes, run, serve } from "./testing/outage-run.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "karenina-reuse-resumed-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Options = Pick<RunVerificationOptions, "output" | "resume">;

/** Answers of an earlier run, and a run that takes them over. */
interface Reuse {
  readonly source: string;
  readonly go: (options: Options) => Promise<VerificationResultSet>;
  /** How often models were asked, beside probes. */
  readonly asked: () => number;
}

async function reuseBy(
  kind: "judge" | "answersFrom" | "extend",
  server: Awaited<ReturnType<typeof serve>>,
): Promise<Reuse> {
  const asked = () => server.requests.filter((request) => !isProbe(request)).length;
  const judge = { parsingModels: [model("k", server)] };
  if (kind === "judge") {
    const source = path.join(folder, "chat.jsonl");
    const rows = [0, 1, 2].map((at) => JSON.stringify({ question: `Question ${at}?`, answer: "It is BCL2" }));
    await writeFile(source, `${rows.join("\n")}\n`);
    const go = async (options: Options) =>
      (await judgeAnswers(source, { benchmark: benchmarkOf(3), config: judge, ...options })).results;
    return { source, go, asked };
  }
  const source = path.join(folder, "earlier.jsonl");
  const first = { answeringModels: [model("m", server)], parsingModels: [model("j", server)] };
  await run(benchmarkOf(3), first, { output: source });
  const config =
    kind === "extend" ? { ...first, parsingModels: [model("j", server), model("k", server)] } : judge;
  const go = async (options: Options) =>
    (await run(benchmarkOf(3), config, { [kind]: source, ...options })).results;
  return { source, go, asked };
}

/** As a run leaves its log that was killed after the first question. */
async function cutAfterFirst(log: string): Promise<void> {
  const [header, ...results] = (await readFile(log, "utf8")).split("\n");
  await writeFile(log, `${header}\n${results.find((line) => line.includes("Question 0?"))}\n`);
}

/** Changes what the answer to the last question says, which nothing of the cut log is about. */
async function changeLast(file: string): Promise<void> {
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  const at = lines.findIndex((line) => /Question 2\?/.test(line) && line.includes("BCL2"));
  lines[at] = (lines[at] ?? "").replaceAll("BCL2", "BCL2 or not");
  await writeFile(file, `${lines.join("\n")}\n`);
}

test.each(["judge", "answersFrom", "extend"] as const)(
  "a run by %s does not go on where an answer that it has not come to yet is another one by now",
  async (kind) => {
    await using server = await serve(() => undefined);
    const { source, go, asked } = await reuseBy(kind, server);
    const output = path.join(folder, "again.jsonl");
    const whole = outcomes(await go({ output }));
    await cutAfterFirst(output);
    const original = await readFile(source, "utf8");
    await changeLast(source);
    const before = asked();
    await expect(go({ output, resume: true })).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining(`what it takes over from ${source} has changed`),
      hint: expect.stringContaining("start a new run into another file"),
    });
    expect(asked()).toBe(before);

    // rows of a file in another order are the same rows
    const [first = "", ...others] = original.trimEnd().split("\n");
    const reordered = kind === "judge" ? [...others, first] : [first, ...others.toReversed()];
    await writeFile(source, `${reordered.join("\n")}\n`);
    expect(outcomes(await go({ output, resume: true }))).toEqual(whole);
    expect(whole).toEqual(passes(kind === "extend" ? 6 : 3));
  },
);

test("a run whose log says nothing of what it takes over goes on as before", async () => {
  await using server = await serve(() => undefined);
  const { source, go } = await reuseBy("judge", server);
  const output = path.join(folder, "again.jsonl");
  await go({ output });
  await cutAfterFirst(output);
  const [header = "", ...lines] = (await readFile(output, "utf8")).split("\n");
  const { taken_over, ...before } = JSON.parse(header);
  expect(taken_over).toEqual({
    questions: expect.stringMatching(/^[0-9a-f]{64}$/),
    content: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await writeFile(output, [JSON.stringify(before), ...lines].join("\n"));
  await changeLast(source);
  expect(await go({ output, resume: true })).toHaveLength(3);
});
