// Writes the files the quickstart plays back: answers.json from recorded.ts, and judge.jsonl by running the benchmark
// once against a local endpoint that gives the replies of recorded.ts. Run it when a prompt or a template has changed:
//   npm run quickstart:record
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allText, lastUserText, startReplyServer } from "../../scripts/reply-server.ts";
import benchmark from "./benchmark.ts";
import { recorded } from "./recorded.ts";

const folder = import.meta.dirname;
const answersFile = join(folder, "answers.json");
const judgeFile = join(folder, "judge.jsonl");

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

const server = await startReplyServer((asked) => {
  const content = replyTo(asked.response_format?.json_schema?.name, entryFor(allText(asked)));
  return { prompt: lastUserText(asked), content };
});

function replyTo(schema: string | undefined, entry: (typeof recorded)[number]): string {
  const reply = schema === undefined ? undefined : replies[schema];
  if (reply !== undefined) return JSON.stringify(reply(entry));
  return typeof entry.judge === "string" ? entry.judge : JSON.stringify(entry.judge);
}

rmSync(judgeFile, { force: true });
const common = [
  ...["verify", join(folder, "benchmark.jsonld"), "--no-output", "--abstention", "--concurrency", "1"],
  ...["--answering-interface", "manual", "--manual-traces", answersFile],
  ...["--parsing-interface", "openai_endpoint", "--parsing-base-url", server.url],
  ...[
    "--parsing-model",
    "recorded-judge",
    "--parsing-id",
    "recorded-judge",
    "--no-preflight",
    "--record",
    judgeFile,
  ],
];
// The second run adds what rubrics alone ask and the first did not: the traits of the answer its judge could not parse.
for (const mode of ["template_and_rubric", "rubric_only"]) {
  const run = spawn(
    process.execPath,
    [join(folder, "../../bin/karenina.js"), ...common, "--evaluation-mode", mode],
    {
      stdio: "inherit",
    },
  );
  const [code] = await once(run, "exit");
  if (code !== 0) process.exitCode = code;
}
server.close();
