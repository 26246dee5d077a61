import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Scenario } from "../benchmark/index.ts";
import {
  asks,
  modelsOn,
  refundFlow,
  talkingServer,
  walkingBenchmark,
  walksOf,
  walkThrough,
} from "./testing/walking.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "walks-cache-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("replies of walks are kept and taken over by a later run", async () => {
  let asked = 0;
  await using server = await talkingServer(({ kind }) => {
    if (kind !== "probe") asked += 1;
    return undefined;
  });
  const cache = path.join(folder, "cache");
  const walked = async () =>
    walksOf(await walkThrough(walkingBenchmark(refundFlow), modelsOn(server), { cache }));
  expect(await walked()).toEqual(["completed: asks pays"]);
  expect(asked).toBe(4);
  expect(await walked()).toEqual(["completed: asks pays"]);
  expect(asked).toBe(4);
});

test("turns that ask the same have kept replies of their own", async () => {
  let asked = 0;
  await using server = await talkingServer(({ kind }) => {
    if (kind === "answer") asked += 1;
    return kind === "answer" ? `ok=true x=${asked}` : undefined;
  });
  const forgets = new Scenario("forgets", { turnLimit: 3 })
    .addNode("asks", asks("How many?"))
    .addEdge("asks", "__end__", { when: { "node_visits.asks": { gte: 3 } } })
    .addEdge("asks", "asks", { handover: () => [] })
    .setEntry("asks")
    .validate();
  const walked = async () => {
    const cache = path.join(folder, "cache");
    const set = await walkThrough(walkingBenchmark(forgets), modelsOn(server), { cache });
    return [...set].map(({ template }) => template?.rawLlmResponse);
  };
  expect(await walked()).toEqual(["ok=true x=1", "ok=true x=2", "ok=true x=3"]);
  expect(await walked()).toEqual(["ok=true x=1", "ok=true x=2", "ok=true x=3"]);
  expect(asked).toBe(3);
});
