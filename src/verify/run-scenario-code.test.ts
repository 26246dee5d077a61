import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scenario } from "../benchmark/index.ts";
import { Benchmark } from "./benchmark.ts";
import { asks, modelsOn, talkingServer, walkingBenchmark, walksOf, walkThrough } from "./testing/walking.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scenario-code-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const decided = new Scenario("decided", { turnLimit: 6 })
  .addNode("asks", {
    ...asks("How many?"),
    stateUpdate: (gathered, parsed) => ({ sum: Number(gathered.sum ?? 0) + Number(parsed.x) }),
  })
  .addNode("pays", asks("Pay."))
  .addEdge("asks", "pays", {
    when: (state) => Number(state.accumulated.sum) >= 3,
    handover: (conversation) => conversation.map(({ message }) => message).slice(-2),
  })
  .addEdge("asks", "asks")
  .addOutcome("answers", ({ state }) => state.history.length)
  .addOutcome("paid", ({ state }) => state.history.at(-1)?.nodeId === "pays")
  .setEntry("asks")
  .validate();

test.each(["jsonld", "yaml"])(
  "functions of a program that were saved as %s decide as before, isolated",
  async (kind) => {
    const shown: (readonly string[])[] = [];
    await using server = await talkingServer(({ kind: asked, messages }) => {
      if (asked === "answer") shown.push(messages);
      return undefined;
    });
    const benchmark = walkingBenchmark(decided);
    const file = join(folder, `decided.${kind}`);
    await benchmark.save(file);
    for (const one of [benchmark, await Benchmark.load(file)]) {
      const set = await walkThrough(one, modelsOn(server));
      expect(walksOf(set)).toEqual(["completed: asks asks asks pays"]);
      const [walk] = set.scenarioResults ?? [];
      expect(walk).toMatchObject({ outcomeResults: { answers: 4, paid: true }, warnings: [] });
      expect(walk?.finalState).toMatchObject({ accumulated: { sum: 3 } });
    }
    const last = shown.filter((messages) => messages.at(-1) === "user: Pay.");
    expect(last).toHaveLength(2);
    for (const messages of last)
      expect(messages.filter((text) => !text.startsWith("system"))).toHaveLength(3);
  },
);

test("code that cannot be run is refused before anybody is asked, each with its place", async () => {
  await using server = await talkingServer();
  const code = (language: string, text: string) => ({ language, text });
  const broken = new Scenario("broken")
    .addNode("asks", { ...asks("A?"), stateUpdate: code("TypeScript", "(a) =>") })
    .addEdge("asks", "asks", { when: code("Ruby", "true") })
    .addEdge("asks", "__end__")
    .addOutcome("odd", code("TypeScript", "import fs from 'fs'; export default () => true;"))
    .setEntry("asks")
    .validate();
  await expect(walkThrough(walkingBenchmark(broken), modelsOn(server))).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(
      /"broken" cannot be run:\n {2}- node "asks".*: Scenario source .*\n {2}- edge 1 .*"Ruby".*\n {2}- outcome "odd".*cannot import "fs"/,
    ),
  });
  expect(server.requests).toHaveLength(0);
});

test("code that fails in a walk is a warning of it, and its edge is not taken", async () => {
  await using server = await talkingServer();
  const failing = new Scenario("failing")
    .addNode("asks", asks("A?"))
    .addNode("never", asks("B?"))
    .addEdge("asks", "never", { when: { language: "TypeScript", text: "(state) => state.no.such" } })
    .addEdge("asks", "__end__")
    .addEdge("never", "__end__")
    .addOutcome("endless", { language: "TypeScript", text: "() => { for (;;); }" })
    .setEntry("asks")
    .validate();
  const [walk] = (await walkThrough(walkingBenchmark(failing), modelsOn(server))).scenarioResults ?? [];
  expect(walk).toMatchObject({ path: ["asks"], outcomeResults: { endless: false } });
  expect(walk?.warnings).toEqual([
    expect.stringContaining("asks → never does not hold: Scenario code failed"),
  ]);
  expect(walk?.outcomeReasons).toMatchObject({
    endless: expect.stringContaining("took longer than 1000 ms"),
  });
});
