import { expect, test } from "vitest";
import { picker } from "../languages/testing/restyle-source.ts";
import { startModelServer } from "../models/testing/index.ts";
import { faultyModel } from "./testing/faults.ts";
import { benchmarkOf, model as modelOn } from "./testing/outage-run.ts";

test("of a model that fails one call in five, every task has a result, in the category of what went wrong", async () => {
  const pick = picker(15);
  const model = faultyModel(() => pick(100_000) / 100_000, { retryAfterSeconds: 0 });
  await using server = await startModelServer((request) => model.replyTo(request));
  const soon = { maxAttempts: 1, backoffMin: 0.001, backoffMax: 0.001 };
  const never = { ...soon, maxAttempts: 0 };
  const results = await benchmarkOf(100).runVerification({
    answeringModels: [modelOn("m", server)],
    parsingModels: [modelOn("m", server)],
    asyncMaxWorkers: 100,
    preflight: false,
    outagePatienceSeconds: 0,
    requestTimeout: 2,
    retryPolicy: { connection: never, timeout: never, rateLimit: soon, serverError: soon },
  });
  expect(results.length).toBe(100);
  expect([...model.counts.keys()].toSorted()).toEqual(
    ["429", "429 with Retry-After", "500", "hang", "malformed", "reset", "right", "truncated"].toSorted(),
  );
  expect(model.misjudged(results)).toEqual([]);
  const categories = new Set([...results].map(({ metadata }) => metadata.failure?.category ?? "none"));
  // what is tried again fails for good only where it meets a fault twice: which tasks do hangs on which call is quicker
  expect(["connection", "none", "rate_limit", "server_error", "timeout"]).toEqual(
    expect.arrayContaining([...categories]),
  );
  expect([...categories]).toEqual(expect.arrayContaining(["connection", "none", "timeout"]));
});
