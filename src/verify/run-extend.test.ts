import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import type { VerificationConfig } from "../config/index.ts";
import {
  type ModelServer,
  openAiWire,
  type ServedReply,
  type ServedRequest,
} from "../models/testing/index.ts";
import type { VerificationResultSet } from "../result/index.ts";
import { llmTrait, type RubricTrait, regexTrait } from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { benchmarkOf, cut, isProbe, model, outcomes, passes, run, serve } from "./testing/outage-run.ts";

/** What a server was asked beside probes, as the names of models. */
const asked = ({ requests }: ModelServer) =>
  requests
    .filter((request) => !isProbe(request))
    .map(({ body }) => body.model)
    .toSorted();

const times = (name: string, count: number) => Array<string>(count).fill(name);

const reused = (results: VerificationResultSet) =>
  [...results].map(({ metadata }) => metadata.reused?.what ?? null);

/** The same address in two runs, as the settings of a model count. */
async function twoRuns(
  count: number,
  first: (server: ModelServer) => VerificationConfig,
  second: (server: ModelServer) => VerificationConfig,
  { benchmark = benchmarkOf(count), fault = (): ServedReply | undefined => undefined } = {},
) {
  await using server = await serve(() => fault());
  const earlier = await run(benchmarkOf(count), first(server));
  const before = asked(server).length;
  const later = await run(benchmark, second(server), { extend: earlier.results });
  const calls = server.requests.filter((request) => !isProbe(request)).slice(before);
  return {
    ...later,
    earlier: earlier.results,
    calls: calls.map(({ body }) => body.model).toSorted(),
    bodies: calls.map(({ body }) => JSON.stringify(body)),
    probed: server.requests.filter(isProbe).map(({ body }) => body.model),
  };
}

const oneModel = (server: ModelServer) => ({
  answeringModels: [model("m", server)],
  parsingModels: [model("j", server)],
});

test("a run extended by a model makes exactly that model's calls and those of its judge", async () => {
  const { results, calls, probed, warnings } = await twoRuns(10, oneModel, (server) => ({
    ...oneModel(server),
    answeringModels: [model("m", server), model("n", server)],
  }));
  expect(outcomes(results)).toEqual(passes(20));
  expect(calls).toEqual([...times("j", 10), ...times("n", 10)]);
  expect(probed.toSorted()).toEqual(["j", "j", "m", "n"]);
  expect(warnings).toEqual([
    "Taken over from the run that was given: 10 results; 10 tasks to be judged in all.",
    "10 answers asked for, as the run has none: q0, q1, q2, q3, q4 and 5 more.",
  ]);
});

test("a run extended by a judge asks only that judge", async () => {
  const { results, calls } = await twoRuns(5, oneModel, (server) => ({
    ...oneModel(server),
    parsingModels: [model("j", server), model("k", server)],
  }));
  expect(calls).toEqual(times("k", 5));
  expect(reused(results)).toEqual(times("x", 5).flatMap(() => ["result", "answer"]));
});

test("a run extended by replicates asks for the further ones; the one there was is the first", async () => {
  const { results, calls } = await twoRuns(3, oneModel, (server) => ({
    ...oneModel(server),
    replicateCount: 3,
  }));
  expect(calls).toEqual([...times("j", 6), ...times("m", 6)]);
  expect([...results].map(({ metadata }) => [metadata.replicate, metadata.reused?.what ?? null])).toEqual(
    [0, 1, 2].flatMap(() => [
      [1, "result"],
      [2, null],
      [3, null],
    ]),
  );
});

test("a run extended by questions asks about those", async () => {
  const { calls, bodies } = await twoRuns(3, oneModel, oneModel, { benchmark: benchmarkOf(4) });
  expect(calls).toEqual(["j", "m"]);
  expect(bodies.every((body) => body.includes("Question 3?"))).toBe(true);
});

test("the template of one question mended: only that question is judged anew", async () => {
  const benchmark = benchmarkOf(4);
  benchmark.updateQuestion("q2", {
    template: answerTemplate({
      target: verified(z.string(), { description: "Gene", groundTruth: "BCL2", verifyWith: exactMatch() }),
    }),
  });
  const { results, calls, bodies } = await twoRuns(4, oneModel, oneModel, { benchmark });
  expect(calls).toEqual(["j"]);
  expect(bodies[0]).toContain("Question 2?");
  expect(reused(results)).toEqual(["result", "result", "answer", "result"]);
});

const concise = llmTrait({ name: "concise", kind: "boolean", description: "Short." });
const kind = llmTrait({ name: "kind", kind: "boolean", description: "Friendly." });

/** A benchmark of so many questions with these traits. */
function withTraits(count: number, ...traits: readonly RubricTrait[]) {
  const benchmark = benchmarkOf(count);
  for (const trait of traits) benchmark.addGlobalTrait(trait);
  return benchmark;
}

const withRubrics = (server: ModelServer): VerificationConfig => ({
  ...oneModel(server),
  evaluationMode: "template_and_rubric",
});

/** What a judge says of traits in a batch; what it is not asked about is not looked at. */
const traitsReply = ({ body }: ServedRequest): ServedReply | undefined =>
  JSON.stringify(body).includes("trait_scores")
    ? { body: openAiWire.reply({ text: '{"scores":{"concise":true,"kind":false,"polite":true}}' }) }
    : undefined;

test("a run extended by traits asks about those alone, once for a batch of them, and keeps what was judged", async () => {
  await using server = await serve(traitsReply);
  const template = await run(benchmarkOf(2), oneModel(server));
  const earlier = [...template.results];
  const first = await run(withTraits(2, concise), withRubrics(server), { extend: template.results });
  expect(asked(server)).toEqual([...times("j", 4), ...times("m", 2)]);
  expect(first.warnings).toContain(
    "Taken over from the run that was given: 2 results but for the traits that were added; 2 tasks to be judged in all.",
  );
  expect(outcomes(first.results)).toEqual(outcomes(template.results));
  const cites = regexTrait({ name: "cites", pattern: "BCL2" });
  const probes = server.requests.filter(isProbe).length;
  const second = await run(withTraits(2, concise, cites), withRubrics(server), { extend: first.results });
  expect(asked(server)).toEqual([...times("j", 4), ...times("m", 2)]);
  expect(server.requests.filter(isProbe)).toHaveLength(probes);
  const polite = llmTrait({ name: "polite", kind: "boolean", description: "Polite." });
  const third = await run(withTraits(2, concise, cites, kind, polite), withRubrics(server), {
    extend: second.results,
  });
  expect(asked(server)).toEqual([...times("j", 6), ...times("m", 2)]);
  const last = server.requests.filter((request) => !isProbe(request)).at(-1);
  expect(JSON.stringify(last?.body)).toContain("Friendly.");
  expect(JSON.stringify(last?.body)).not.toContain("Short.");
  for (const [at, result] of [...third.results].entries()) {
    expect(Object.keys(result.rubric?.llmTraitScores ?? {})).toEqual(["concise", "kind", "polite"]);
    expect(result.rubric).toMatchObject({
      regexTraitScores: { cites: true },
      traitProvenance: { concise: "global", cites: "global", kind: "global", polite: "global" },
    });
    expect(result.template?.verifyResult).toBe(earlier[at]?.template?.verifyResult);
    expect(result.metadata).toMatchObject({
      evaluationMode: "template_and_rubric",
      reused: { what: "result", addedTraits: ["concise", "cites", "kind", "polite"] },
    });
    const spent = result.stages.filter(({ modelCalls }) => modelCalls > 0).map(({ name }) => name);
    expect(spent).toEqual(["RubricEvaluation"]);
  }
  const again = await run(withTraits(2, concise, cites, kind, polite), withRubrics(server), {
    extend: third.results,
  });
  expect(asked(server)).toEqual([...times("j", 6), ...times("m", 2)]);
  expect(outcomes(again.results)).toEqual(outcomes(template.results));
});

test("a trait that has changed, and one that is gone, are judged with the rest", async () => {
  await using server = await serve(traitsReply);
  const first = await run(withTraits(1, concise, kind), withRubrics(server));
  const before = asked(server).length;
  const other = llmTrait({ name: "kind", kind: "boolean", description: "Polite." });
  const changed = await run(withTraits(1, concise, other), withRubrics(server), { extend: first.results });
  expect(reused(changed.results)).toEqual(["answer"]);
  expect(asked(server).length - before).toBe(2);
  const fewer = await run(withTraits(1, concise), withRubrics(server), { extend: first.results });
  expect(reused(fewer.results)).toEqual(["answer"]);
});

test("another temperature of the model under test is another answer", async () => {
  const { calls, warnings } = await twoRuns(2, oneModel, (server) => ({
    answeringModels: [{ ...model("m", server), temperature: 0.7 }, model("n", server)],
    parsingModels: [model("j", server)],
  })).catch((error: unknown) => ({ calls: [], warnings: [String(error)] }));
  expect(calls).toEqual([]);
  expect(warnings.join()).toContain(
    "2 answers left out, as the question or the model was run with other settings, files or variables, or by a version that did not note them: q0, q1.",
  );
});

test("prepared answers that have changed in their file are other answers", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "karenina-extend-"));
  const file = path.join(folder, "answers.json");
  const answers = (text: string) =>
    writeFile(file, JSON.stringify({ [createHash("md5").update("Question 0?").digest("hex")]: text }));
  const config = (server: ModelServer): VerificationConfig => ({
    answeringModels: [{ id: "m", interface: "manual", manualTracesPath: file }],
    parsingModels: [model("j", server)],
  });
  await using server = await serve(() => undefined);
  await answers("It is BCL2.");
  const { results: earlier } = await run(benchmarkOf(1), config(server));
  const again = await run(benchmarkOf(1), config(server), { extend: earlier });
  expect(reused(again.results)).toEqual(["result"]);
  await answers("It is MYC.");
  await expect(run(benchmarkOf(1), config(server), { extend: earlier })).rejects.toMatchObject({
    code: "configuration",
    message: expect.stringContaining("Nothing of the run that was given can be taken over"),
  });
  await rm(folder, { recursive: true });
});

test("what infrastructure failed is asked again; how a run proceeds changes nothing", async () => {
  let isDown = true;
  await using server = await serve(({ body }) =>
    isDown && JSON.stringify(body).includes("Question 1?") ? cut : undefined,
  );
  const first = await run(benchmarkOf(3), oneModel(server));
  expect(outcomes(first.results)).toEqual(["pass", "infrastructure_failed", "pass"]);
  isDown = false;
  const before = asked(server).length;
  const config = { ...oneModel(server), asyncMaxWorkers: 1, requestTimeout: 5 };
  const { results } = await run(benchmarkOf(3), config, { extend: first.results });
  expect(outcomes(results)).toEqual(passes(3));
  expect(asked(server).length - before).toBe(2);
  expect(reused(results)).toEqual(["result", null, "result"]);
});

test("a result whose judge could not be reached is judged again, and its answer is not asked for", async () => {
  let isDown = true;
  await using server = await serve(({ body }) =>
    isDown && body.model === "j" && JSON.stringify(body).includes("Question 1?") ? cut : undefined,
  );
  const first = await run(benchmarkOf(3), oneModel(server));
  expect(outcomes(first.results)).toEqual(["pass", "infrastructure_failed", "pass"]);
  isDown = false;
  const before = asked(server).length;
  const { results } = await run(benchmarkOf(3), oneModel(server), { extend: first.results });
  expect(outcomes(results)).toEqual(passes(3));
  expect(reused(results)).toEqual(["result", "answer", "result"]);
  const later = server.requests.filter((request) => !isProbe(request)).slice(before);
  expect(later.map(({ body }) => body.model)).toEqual(["j"]);
});

test("a result that is taken over is the same with its id, and nothing of it was spent again", async () => {
  const { results, earlier, calls } = await twoRuns(1, oneModel, (server) => ({
    ...oneModel(server),
    parsingModels: [model("j", server), model("k", server)],
  }));
  expect(calls).toEqual(["k"]);
  const [before, after] = [earlier.at(0), results.at(0)];
  const spent = before?.stages.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  expect(spent).toBeGreaterThan(0);
  expect(after?.metadata.resultId).toBe(before?.metadata.resultId);
  expect(after?.metadata).toMatchObject({
    executionTime: 0,
    reused: { what: "result", resultId: before?.metadata.resultId, inputTokens: spent },
  });
  expect(after?.stages.every(({ modelCalls, inputTokens }) => modelCalls + inputTokens === 0)).toBe(true);
  expect(after?.template).toEqual(before?.template);
});

test("a run that extends one that extended another keeps where results come from first", async () => {
  await using server = await serve(() => undefined);
  const first = await run(benchmarkOf(1), oneModel(server), { runName: "first" });
  const second = await run(benchmarkOf(2), oneModel(server), { extend: first.results, runName: "second" });
  const third = await run(benchmarkOf(3), oneModel(server), { extend: second.results, runName: "third" });
  expect(asked(server)).toEqual([...times("j", 3), ...times("m", 3)]);
  expect(
    [...third.results].map(({ metadata }) => [metadata.runName, metadata.reused?.runName ?? null]),
  ).toEqual([
    ["third", "first"],
    ["third", "second"],
    ["third", null],
  ]);
});

test("extend and answersFrom exclude each other", async () => {
  await using server = await serve(() => undefined);
  await expect(
    run(benchmarkOf(1), oneModel(server), { extend: "a.jsonl", answersFrom: "b.jsonl" }),
  ).rejects.toThrow(/extend: answersFrom takes answers only/);
});
