// Writes the files the example plays back: answers.json from recorded.ts, and judge.jsonl by running the benchmark once
// with a judge that gives the replies of recorded.ts. Run it when a prompt or a template has changed; the files go into
// this folder, or into the one given:
//   npm run moving:record
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordJudge } from "../../scripts/record-judge.ts";
import { allText } from "../../scripts/reply-server.ts";
import { recorded } from "./recorded.ts";

const folder = import.meta.dirname;
const target = process.argv[2] ?? folder;
const benchmarkFile = join(folder, "benchmark.jsonld");
const answersFile = join(target, "answers.json");

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

const answering = ["--answering-interface", "manual", "--manual-traces", answersFile];
const run = ["verify", benchmarkFile, "--evaluation-mode", "template_and_rubric", ...answering];
await recordJudge(join(target, "judge.jsonl"), [run], (asked) => {
  const prompt = allText(asked);
  const { judge, traits } = entryFor(prompt);
  const isAboutTraits = asked.response_format?.json_schema?.name === "trait_scores";
  return { prompt, content: JSON.stringify(isAboutTraits ? { scores: traits } : judge) };
});
