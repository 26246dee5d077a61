// Writes the files the quickstart plays back: answers.json from recorded.ts, and judge.jsonl by running the benchmark
// once against a local endpoint that gives the replies of recorded.ts. Run it when a prompt or a template has changed:
//   npm run quickstart:record
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
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

const server = createServer(async (request, response) => {
  const body = JSON.parse(await new Response(request as never).text());
  const user: string = body.messages.findLast((message: { role: string }) => message.role === "user").content;
  const entry = entryFor(body.messages.map((message: { content: string }) => message.content).join("\n"));
  const content = replyTo(body.response_format?.json_schema?.name, entry);
  const size = (text: string) => Math.ceil(text.length / 4);
  const usage = {
    prompt_tokens: size(user),
    completion_tokens: size(content),
    total_tokens: size(user + content),
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

function replyTo(schema: string | undefined, entry: (typeof recorded)[number]): string {
  const reply = schema === undefined ? undefined : replies[schema];
  if (reply !== undefined) return JSON.stringify(reply(entry));
  return typeof entry.judge === "string" ? entry.judge : JSON.stringify(entry.judge);
}

server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("the server has no port");

rmSync(judgeFile, { force: true });
const common = [
  ...["verify", join(folder, "benchmark.jsonld"), "--no-output", "--abstention", "--concurrency", "1"],
  ...["--answering-interface", "manual", "--manual-traces", answersFile],
  ...["--parsing-interface", "openai_endpoint", "--parsing-base-url", `http://127.0.0.1:${address.port}/v1`],
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
