import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { summarize } from "../analysis/index.ts";
import type { ModelServer } from "../models/testing/index.ts";
import { benchmarkOf, cut, isProbe, model, outcomes, passes, run, serve } from "./testing/outage-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cache-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const cache = () => path.join(folder, "cache");
const askedOf = ({ requests }: ModelServer) => requests.filter((request) => !isProbe(request)).length;
const oneModel = (server: ModelServer) => ({
  answeringModels: [model("m", server)],
  parsingModels: [model("j", server)],
});

describe("a store of replies", () => {
  test("spares every call of a run that is made again, says so, and counts nothing of it", async () => {
    await using server = await serve(() => undefined);
    const first = await run(benchmarkOf(5), oneModel(server), { cache: cache() });
    expect(askedOf(server)).toBe(10);
    const { results } = await run(benchmarkOf(5), oneModel(server), { cache: cache() });
    expect(askedOf(server)).toBe(10);
    expect(outcomes(results)).toEqual(passes(5));
    const [before, after] = [first.results.at(0), results.at(0)];
    expect(after?.template?.usageMetadata).toEqual(before?.template?.usageMetadata);
    const stages = after?.stages.filter(({ storedReplies }) => storedReplies !== undefined);
    expect(stages).toMatchObject(
      ["GenerateAnswer", "ParseTemplate"].map((name) => ({
        ...{ name, storedReplies: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: null },
      })),
    );
    const { overall } = await summarize(results);
    expect(overall.reused).toEqual({ results: 0, answers: 0, replies: 10 });
    expect(overall.spent).toEqual({ input: 0, output: 0 });
    expect(overall.executionTime.mean).toBeNull();
  });

  test("gives replicates replies of their own, in every run the same", async () => {
    await using server = await serve(() => undefined);
    const config = { ...oneModel(server), replicateCount: 3 };
    await run(benchmarkOf(2), config, { cache: cache() });
    expect(askedOf(server)).toBe(12);
    await run(benchmarkOf(2), config, { cache: cache() });
    expect(askedOf(server)).toBe(12);
    await run(benchmarkOf(2), { ...config, replicateCount: 4 }, { cache: cache() });
    expect(askedOf(server)).toBe(16);
  });

  test.each([
    ["a temperature", { temperature: 0.5 }],
    ["another limit of tokens", { maxTokens: 17 }],
    ["another system prompt", { systemPrompt: "Be brief." }],
    ["settings of the interface", { extraKwargs: { seed: 4 } }],
  ])("asks again with %s", async (_what, setting) => {
    await using server = await serve(() => undefined);
    const { answeringModels, parsingModels } = oneModel(server);
    await run(benchmarkOf(1), { answeringModels, parsingModels }, { cache: cache() });
    const changed = answeringModels.map((one) => ({ ...one, ...setting }));
    await run(benchmarkOf(1), { answeringModels: changed, parsingModels }, { cache: cache() });
    // the answer is the same text, so the judge is asked the same
    expect(askedOf(server)).toBe(3);
  });

  test("knows a server at another address as another", async () => {
    await using one = await serve(() => undefined);
    await using other = await serve(() => undefined);
    await run(benchmarkOf(1), oneModel(one), { cache: cache() });
    await run(benchmarkOf(1), oneModel(other), { cache: cache() });
    expect([askedOf(one), askedOf(other)]).toEqual([2, 2]);
  });

  test("keeps no failure", async () => {
    let isDown = true;
    await using server = await serve((request) => (isDown && !isProbe(request) ? cut : undefined));
    const config = { ...oneModel(server), outagePatienceSeconds: 0 };
    const { results } = await run(benchmarkOf(1), config, { cache: cache() });
    expect(outcomes(results)).not.toEqual(["pass"]);
    isDown = false;
    const again = await run(benchmarkOf(1), config, { cache: cache() });
    expect(outcomes(again.results)).toEqual(["pass"]);
  });

  test("can be read by its user alone, and holds neither questions nor keys", async () => {
    await using server = await serve(() => undefined);
    const key = "sk-live-0123456789abcdef";
    const keyed = { ...model("m", server), apiKeyEnv: "LAB_KEY" };
    const config = { answeringModels: [keyed], parsingModels: [keyed] };
    await run(benchmarkOf(1), config, { cache: cache(), environment: { LAB_KEY: key } });
    expect(server.requests.some(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
    expect((await stat(cache())).mode & 0o777).toBe(0o700);
    for (const name of await readdir(cache())) {
      const file = path.join(cache(), name);
      expect((await stat(file)).mode & 0o077).toBe(0);
      const bytes = await readFile(file, "latin1");
      expect(bytes).not.toContain(key);
      expect(bytes).not.toContain("Question 0?");
    }
  });

  test("that is damaged is told, and the run goes on without it", async () => {
    await using server = await serve(() => undefined);
    await run(benchmarkOf(1), oneModel(server), { cache: cache() });
    const file = path.join(cache(), "replies.sqlite");
    await writeFile(file, "no database at all; ".repeat(500));
    const { results, warnings } = await run(benchmarkOf(1), oneModel(server), { cache: cache() });
    expect(outcomes(results)).toEqual(["pass"]);
    expect(askedOf(server)).toBe(4);
    expect(warnings).toEqual([
      `The store of replies ${file} is damaged: file is not a database. The run goes on without it: models are asked, and nothing is kept. Remove that file: what it held is asked for again.`,
    ]);
  });

  test.each(['{"text": 5}', '{"text": "It'])(
    "with a damaged reply, %s, asks for that one again, says so, and keeps it anew",
    async (reply) => {
      await using server = await serve(() => undefined);
      await run(benchmarkOf(1), oneModel(server), { cache: cache() });
      const file = path.join(cache(), "replies.sqlite");
      const database = new DatabaseSync(file);
      database.prepare("UPDATE replies SET reply = ? WHERE reply LIKE '%It is BCL2%'").run(reply);
      database.close();
      const { results, warnings } = await run(benchmarkOf(1), oneModel(server), { cache: cache() });
      expect(outcomes(results)).toEqual(["pass"]);
      expect(warnings).toEqual([
        `Of the store of replies: A reply in ${file} was damaged and is removed. The models are asked.`,
      ]);
      expect(askedOf(server)).toBe(3);
      await run(benchmarkOf(1), oneModel(server), { cache: cache() });
      expect(askedOf(server)).toBe(3);
    },
  );

  test("is off unless it is asked for", async () => {
    await using server = await serve(() => undefined);
    await run(benchmarkOf(1), oneModel(server));
    await run(benchmarkOf(1), oneModel(server), { cache: false });
    expect(askedOf(server)).toBe(4);
  });

  test("is shared by runs at the same time", async () => {
    await using server = await serve(() => undefined);
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => run(benchmarkOf(10), oneModel(server), { cache: cache() })),
    );
    for (const { results } of runs) expect(outcomes(results)).toEqual(passes(10));
    const before = askedOf(server);
    await run(benchmarkOf(10), oneModel(server), { cache: cache() });
    expect(askedOf(server)).toBe(before);
  });
});
