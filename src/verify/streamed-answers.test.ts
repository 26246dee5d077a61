import { expect, test } from "vitest";
import { chatEvents, openAiWire } from "../models/testing/index.ts";
import { outcomeOf } from "../result/index.ts";
import { benchmarkOf, model, run, serve } from "./testing/outage-run.ts";

const key = "k3y-0123456789-abcdef";
const events = chatEvents(openAiWire.reply({ text: `The key is ${key}. It is BCL2, as` })) ?? [];
const noRetries = { timeout: { maxAttempts: 0 }, connection: { maxAttempts: 0 } };

async function cutOff(ending: "hang" | "cut", config: object = {}) {
  // all but the reason, the token counts and the end
  await using server = await serve(({ body }) =>
    body.stream === true ? { events: events.slice(0, -3), ending } : undefined,
  );
  const asked = { ...model("m", server), requestTimeout: 0.3, retryPolicy: noRetries, endpointApiKey: key };
  const { results } = await run(benchmarkOf(1), {
    ...{ answeringModels: [asked], parsingModels: [model("judge", server)] },
    ...{ preflight: false, outagePatienceSeconds: 0, ...config },
  });
  const [result] = results;
  if (result === undefined) throw new Error("there is no result");
  return { result, requests: server.requests };
}

const partial = expect.stringContaining("The key is [hidden]. It is BCL2, as");

test("an answer that runs out of time is kept, judged by what there is, and shows no key", async () => {
  const { result, requests } = await cutOff("hang");
  expect(result.metadata).toMatchObject({ partialContent: partial, caveats: ["partial_content"] });
  expect(result.template?.responseTimeoutPartial).toBe(true);
  expect(outcomeOf(result)).toBe("pass");
  const answered = result.stages.find(({ name }) => name === "GenerateAnswer");
  expect(answered?.firstTokenMs).toBeGreaterThanOrEqual(0);
  // judges are asked for their JSON at once
  expect(requests.filter(({ body }) => body.stream === true)).toHaveLength(1);
});

test("without scoring of what is partial it is kept, and the result has failed", async () => {
  const { result } = await cutOff("hang", { allowPartialTraceScoring: false });
  expect(result.metadata).toMatchObject({ partialContent: partial, failure: { category: "timeout" } });
  expect(result.metadata.error).toContain("gave no complete reply within 0.3 s");
});

test("an answer whose connection breaks is kept, and the result has failed", async () => {
  const { result } = await cutOff("cut");
  expect(result.metadata).toMatchObject({ partialContent: partial, failure: { category: "connection" } });
});

test("`stream: false` waits for the whole answer", async () => {
  await using server = await serve(() => undefined);
  await run(benchmarkOf(1), {
    answeringModels: [{ ...model("m", server), stream: false }],
    parsingModels: [model("judge", server)],
  });
  expect(server.requests.every(({ body }) => body.stream === undefined)).toBe(true);
});
