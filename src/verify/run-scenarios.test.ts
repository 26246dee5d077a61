import { expect, test } from "vitest";
import {
  modelsOn,
  refundFlow,
  talkingServer,
  walkingBenchmark,
  walksOf,
  walkThrough,
} from "./testing/walking.ts";

test("a walk goes the way that its turns decide, each an ordinary result", async () => {
  await using server = await talkingServer(({ kind, turn }) =>
    kind === "answer" ? ["ok=false x=0", "ok=true x=1", "ok=true x=2"][turn - 1] : undefined,
  );
  const set = await walkThrough(walkingBenchmark(refundFlow), modelsOn(server));
  expect(walksOf(set)).toEqual(["completed: asks asks pays"]);
  expect([...set].map(({ metadata }) => metadata.scenarioNode)).toEqual(["asks", "asks", "pays"]);
});
