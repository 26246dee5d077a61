// Writes the files the example plays back: answers.json from recorded.ts, and judge.jsonl by running the benchmark once
// against a local endpoint that gives the replies of recorded.ts. Run it when a prompt or a template has changed; the
// files go into this folder, or into the one given:
//   npm run moving:record
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allText, startReplyServer } from "../../scripts/reply-server.ts";
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

const server = await startReplyServer((asked) => {
  const prompt = allText(asked);
  const { judge, traits } = entryFor(prompt);
  const isAboutTraits = asked.response_format?.json_schema?.name === "trait_scores";
  return { prompt, content: JSON.stringify(isAboutTraits ? { scores: traits } : judge) };
});
rmSync(judgeFile, { force: true });
const run = spawn(
  process.execPath,
  [
    ...[join(folder, "../../bin/karenina.js"), "verify", benchmarkFile, "--no-output", "--concurrency", "1"],
    ...["--evaluation-mode", "template_and_rubric", "--no-preflight", "--record", judgeFile],
    ...["--answering-interface", "manual", "--manual-traces", answersFile],
    ...["--parsing-interface", "openai_endpoint", "--parsing-model", "recorded-judge"],
    ...["--parsing-id", "recorded-judge", "--parsing-base-url", server.url],
  ],
  { stdio: "inherit" },
);
const [code] = await once(run, "exit");
if (code !== 0) process.exitCode = code;
server.close();
