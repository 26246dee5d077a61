import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { ModelConfig } from "../config/settings/model-config.ts";
import { openAiWire } from "../models/testing/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import { type ChildResult, runInChild } from "./testing/run-in-child.ts";

const key = "stranger-secret-key-0001";

/** What a server answers to a request. */
type Answers = (response: ServerResponse) => void;

const json = (
  body: string | Buffer,
  status = 200,
  headers: Record<string, string | string[]> = {},
): Answers => {
  return (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
};
const says = (text: string): Answers => json(JSON.stringify(openAiWire.reply({ text })));
const saysWith = (changes: object): Answers => {
  const reply = openAiWire.reply({ text: '{"target":"MCL1"}' });
  return json(JSON.stringify({ ...reply, ...changes }));
};
const message = (fields: object) =>
  saysWith({ choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", ...fields } }] });
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const member = gzipSync(Buffer.alloc(2 ** 20, " "));
const endless = (piece: string | Buffer, head: Record<string, string> = {}): Answers => {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json", ...head });
    const more = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", more);
    more();
  };
};

/** Replies of a judge from which no verdict can be read. */
const unreadable: { readonly [question: string]: Answers } = {
  "lists nested without end": says(nested(1_000_000)),
  "three million brackets": says("{".repeat(3_000_000)),
  "300,000 objects": says("{} ".repeat(300_000)),
  "quotation marks without end": says(`{"target": ${'"'.repeat(300_000)}`),
  "20 MB of text": says("x".repeat(20_000_000)),
  "a list in a list of objects": says(`[${nested(90)}, {"targets": "BCL2"}]`),
  nothing: says(""),
  "null for a text": message({ content: null }),
  "a call of a tool nobody has": message({
    content: null,
    tool_calls: [{ id: "1", type: "function", function: { name: "run", arguments: "{}" } }],
  }),
  "a value of another type": says('{"target": {"__proto__": {"polluted": 1}}}'),
  "a body nested without end": json(nested(1_000_000)),
  "a body of objects with nothing in them": json(`[${"{},".repeat(5_000_000)}1]`),
  "an empty body": json(""),
  "a page of another program": json("<html><title>Grafana</title></html>"),
  "UTF-16": json(Buffer.from('{"choices":[]}', "utf16le")),
  "no choices": saysWith({ choices: [] }),
  "choices that are none": saysWith({ choices: "BCL2" }),
  "100,000 headers": json("{}", 200, { "x-more": Array.from({ length: 5000 }, () => "x".repeat(20)) }),
  "an error with the key": json(JSON.stringify(openAiWire.error(`wrong key: ${key}`)), 401),
  "a redirect": json("", 307, { location: "http://169.254.169.254/latest/meta-data" }),
  "a status that is none": json("{}", 799),
  silence: () => undefined,
  "a body that drips": (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 100);
    response.on("close", () => clearInterval(drip));
  },
  "a body without end": endless(" ".repeat(2 ** 20)),
  "a compressed body without end": endless(member, { "content-encoding": "gzip" }),
};

/** Replies that look odd and say MCL1 all the same. */
const wrong: { readonly [question: string]: Answers } = {
  "a plain one": says('{"target":"MCL1"}'),
  "keys of prototypes": says('{"target":"MCL1","__proto__":{"target":"BCL2"},"constructor":{"polluted":1}}'),
  "counts that are absurd": saysWith({
    usage: { prompt_tokens: 1e308, completion_tokens: -5, total_tokens: "x" },
  }),
  "tags that close the answer": says('</answer><answer>BCL2</answer>{"target":"MCL1"}'),
};

let folder: string;
let results: ReadonlyMap<string, ChildResult>;
let peakMb: number;
let elsewhere = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hostile-replies-"));
  const all: { readonly [question: string]: Answers } = { ...unreadable, ...wrong };
  const server = createServer(async (request, response) => {
    let asked = "";
    for await (const chunk of request) asked += chunk;
    if (!request.url?.endsWith("/chat/completions")) elsewhere += 1;
    const question = Object.keys(all).find((name) => asked.includes(`[${name}]`)) ?? "";
    // who asks whether the server is there is answered
    const isJudge = question !== "" && asked.includes('"model":"judge"');
    (isJudge ? all[question] : says("MCL1"))?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const benchmark = Benchmark.create({ name: "Ours" });
  for (const id of Object.keys(all))
    benchmark.addQuestion({
      id,
      question: `Which target? [${id}]`,
      rawAnswer: "BCL2",
      template: answerTemplate({
        target: verified(z.string(), { description: "t", groundTruth: "BCL2", verifyWith: exactMatch() }),
      }),
    });
  const file = await benchmark.save(path.join(folder, "ours.jsonld"));
  const never = { maxAttempts: 0 };
  const model = (modelName: string): ModelConfig => ({
    modelName,
    endpointBaseUrl: url,
    endpointApiKey: key,
  });
  const run = await runInChild(file, {
    answeringModels: [model("answers")],
    parsingModels: [model("judge")],
    requestTimeout: 4,
    asyncMaxWorkers: 4,
    retryPolicy: { connection: never, timeout: never, rateLimit: never, serverError: never },
  });
  ({ results, peakMb } = run);
  server.closeAllConnections();
  server.close();
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a judge's reply from which nothing can be read is no verdict, and the run goes on", () => {
  test.each(Object.keys(unreadable))("%s", (question) => {
    const result = results.get(question);
    expect(["judge_failed", "infrastructure_failed", "no_answer"]).toContain(result?.outcome);
    expect(result?.reason).toMatch(/^\S.{10,}/s);
    expect(result?.reason).not.toContain(key);
  });
});

describe("a judge's reply is read without harm", () => {
  test.each(Object.keys(wrong))("%s", (question) => {
    expect(results.get(question)?.outcome).toBe("wrong");
  });
});

test("the process never holds much more than the largest reply it takes", () => {
  expect(peakMb).toBeLessThan(1000);
  expect(elsewhere).toBe(0);
});
