// Writes the files the example plays back: answers.json from recorded.ts, and judge.jsonl by running the benchmark once
// against a local endpoint that gives the replies of recorded.ts. Run it when a prompt or a template has changed; the
// files go into this folder, or into the one given:
//   npm run moving:record
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { recorded } from "./recorded.ts";

const folder = import.meta.dirname;
const target = process.argv[2] ?? folder;
const benchmarkFile = join(folder, "benchmark.jsonld");
const answersFile = join(target, "answers.json");
const judgeFile = join(target, "judge.jsonl");

function entryFor(text: string) {
  const entry = recorded.find(({ question }) => text.includes(question));
  if (entry === undefined) throw new Error(`No recorded question is part of: ${text.slice(0, 200)}`);
  return entry;
}

const { dataFeedElement } = JSON.parse(readFileSync(benchmarkFile, "utf8"));
const questions: readonly string[] = dataFeedElement.map((one: { item: { text: string } }) => one.item.text);
const answers = questions.map((question) => [
  createHash("md5").update(question, "utf8").digest("hex"),
  entryFor(question).answer,
]);
writeFileSync(answersFile, `${JSON.stringify(Object.fromEntries(answers), null, 2)}\n`);

const server = createServer(async (request, response) => {
  const body = JSON.parse(await new Response(request as never).text());
  const asked = body.messages.map((message: { content: string }) => message.content).join("\n");
  const { judge, traits } = entryFor(asked);
  const isAboutTraits = body.response_format?.json_schema?.name === "trait_scores";
  const content = JSON.stringify(isAboutTraits ? { scores: traits } : judge);
  const size = (text: string) => Math.ceil(text.length / 4);
  const usage = {
    prompt_tokens: size(asked),
    completion_tokens: size(content),
    total_tokens: size(asked + content),
  };
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify({
      id: "recorded",
      object: "chat.completion",
      created: 0,
      model: body.model,
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
      usage,
    }),
  );
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("the server has no port");

rmSync(judgeFile, { force: true });
const run = spawn(
  process.execPath,
  [
    ...[join(folder, "../../bin/karenina.js"), "verify", benchmarkFile, "--no-output", "--concurrency", "1"],
    ...["--evaluation-mode", "template_and_rubric", "--no-preflight", "--record", judgeFile],
    ...["--answering-interface", "manual", "--manual-traces", answersFile],
    ...["--parsing-interface", "openai_endpoint", "--parsing-model", "recorded-judge"],
    ...["--parsing-id", "recorded-judge", "--parsing-base-url", `http://127.0.0.1:${address.port}/v1`],
  ],
  { stdio: "inherit" },
);
const [code] = await once(run, "exit");
if (code !== 0) process.exitCode = code;
server.close();
