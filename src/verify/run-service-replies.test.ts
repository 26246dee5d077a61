import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { ModelConfig } from "../config/settings/model-config.ts";
import { outcomeOf } from "../result/index.ts";
import { localService as service } from "./testing/local-service.ts";
import { runOne } from "./testing/own-model-run.ts";

const json = (response: ServerResponse, value: unknown, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};
const app = (url: string, settings: ModelConfig = {}): ModelConfig => ({
  id: "mine",
  http: url,
  ...settings,
});
const patience = { outagePatienceSeconds: 0 };

describe("a service that", () => {
  test("answers by web pages where http_answer says that the whole reply is the answer", async () => {
    const served = await service((response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>BCL2</p>"),
    );
    const result = await runOne({ model: app(served.url, { httpAnswer: "$" }) });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template?.rawLlmResponse).toContain("<p>BCL2</p>");
  });

  test("says in empty members that nothing is wrong, and tells what it took by other names", async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 4, cost: 0.5 };
    const own = { text: "BCL2", error: "", no_answer: null, retry: "", usage };
    const served = await service((response) => json(response, own));
    const result = await runOne({ model: app(served.url) });
    expect(outcomeOf(result)).toBe("pass");
    const generation = result.template?.usageMetadata?.answer_generation;
    expect(generation).toMatchObject({ inputTokens: 3, outputTokens: 4 });
    expect(result.stages.find(({ name }) => name === "GenerateAnswer")?.costUsd).toBe(0.5);
  });

  test("has nothing in any reply where its passages are looked for is told after the run", async () => {
    const served = await service((response) => json(response, { a: "BCL2", docs: ["x"], usage: {} }));
    const warned = async (settings: ModelConfig) => {
      const warnings: string[] = [];
      const model = app(served.url, { httpAnswer: "$.a", ...settings });
      await runOne({ model, options: { warn: (text) => warnings.push(text) } });
      return warnings.filter((text) => text.includes("nothing stood"));
    };
    expect(await warned({ httpContexts: "$.doc", httpUsage: "$.usage" })).toEqual([
      'Model "mine": nothing stood at $.doc (http_contexts) in the one reply; is the path right?',
    ]);
    expect(await warned({ httpContexts: "$.docs" })).toEqual([]);
  });

  test.each([
    [404, /Check the path of the address in http\./],
    [302, /redirects, which is not followed: put the final address into http\./],
  ])("that answers with status %d is told what to look at", async (status, hint) => {
    const served = await service((response) => json(response, {}, status));
    const result = await runOne({ model: app(served.url), config: patience });
    expect(result.metadata.failure?.details).toMatchObject({ hint: expect.stringMatching(hint) });
  });

  test.each<[string, (response: ServerResponse) => void, RegExp, string]>([
    [
      "sends a page to log in",
      (response) =>
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<p>It is BCL2: log in"),
      /a web page, .* --http-answer \$/,
      "server_error",
    ],
    [
      "sends a page without saying so",
      (response) => response.writeHead(200).end("<!DOCTYPE html><p>BCL2"),
      /a web page/,
      "server_error",
    ],
    [
      "answers in a form of its own",
      (response) => json(response, { count: 1, result: "BCL2" }),
      /no `text`, but `count`, `result`; .* --http-answer '\$\.result'/,
      "unexpected_error",
    ],
  ])("%s has not answered", async (_, reply, reason, category) => {
    const served = await service(reply);
    const result = await runOne({ model: app(served.url), config: patience });
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure).toMatchObject({ category, reason: expect.stringMatching(reason) });
  });
});
