// Writes the files the quickstart plays back: answers.json from recorded.ts, and judge.jsonl by running the benchmark
// with a judge that gives the replies of recorded.ts. Run it when a prompt or a template has changed:
//   npm run quickstart:record
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordJudge } from "../../scripts/record-judge.ts";
import { allText, lastUserText } from "../../scripts/reply-server.ts";
import benchmark from "./benchmark.ts";
import { recorded } from "./recorded.ts";

const folder = import.meta.dirname;
const answersFile = join(folder, "answers.json");

function entryFor(text: string) {
  const entry = recorded.find(({ question }) => text.includes(question));
  if (entry === undefined) throw new Error(`No recorded question is part of: ${text.slice(0, 200)}`);
  return entry;
}

const answers: { [md5: string]: string } = {};
for (const { question } of benchmark) {
  answers[createHash("md5").update(question, "utf8").digest("hex")] = entryFor(question).answer;
}
writeFileSync(answersFile, `${JSON.stringify(answers, null, 2)}\n`);

/** The judge's reply by the name of the object it is asked for. */
const replies: { readonly [schema: string]: (entry: (typeof recorded)[number]) => unknown } = {
  abstention_detected: ({ abstains }) => ({
    reasoning: abstains ?? "The answer commits to an answer to the question.",
    abstention_detected: abstains !== undefined,
  }),
  trait_scores: ({ traits }) => ({ scores: { concise: true, ...traits } }),
  trait_classifications: ({ classes = {} }) => ({
    classifications: Object.entries(classes).map(([trait_name, class_name]) => ({ trait_name, class_name })),
  }),
  trait_classification: ({ classes = {} }) => ({ classification: Object.values(classes)[0] }),
  trait_findings: ({ findings }) => findings,
};

function replyTo(schema: string | undefined, entry: (typeof recorded)[number]): string {
  const reply = schema === undefined ? undefined : replies[schema];
  if (reply !== undefined) return JSON.stringify(reply(entry));
  return typeof entry.judge === "string" ? entry.judge : JSON.stringify(entry.judge);
}

const run = ["verify", join(folder, "benchmark.jsonld"), "--abstention"];
const answering = ["--answering-interface", "manual", "--manual-traces", answersFile];
// The second run adds what rubrics alone ask and the first did not: the traits of the answer its judge could not parse.
const modes = ["template_and_rubric", "rubric_only"];
const runs = modes.map((mode) => [...run, ...answering, "--evaluation-mode", mode]);
await recordJudge(join(folder, "judge.jsonl"), runs, (asked) => {
  const content = replyTo(asked.response_format?.json_schema?.name, entryFor(allText(asked)));
  return { prompt: lastUserText(asked), content };
});
