// Writes the file the example plays back: judge.jsonl, by running the benchmark once against a local endpoint that gives the
// readings of recorded.ts. Run it when a prompt or a template has changed; the file goes into this folder, or into the one given:
//   npm run application:record
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { lastUserText, startReplyServer } from "../../scripts/reply-server.ts";
import { recorded } from "./recorded.ts";

const folder = import.meta.dirname;
const judgeFile = join(process.argv[2] ?? folder, "judge.jsonl");

const server = await startReplyServer((asked) => {
  const prompt = lastUserText(asked);
  const found = Object.entries(recorded).find(([question]) => prompt.includes(question));
  if (found === undefined) throw new Error(`Nothing is recorded for: ${prompt.slice(0, 200)}`);
  const { values, claims } = found[1];
  const isClaims = asked.response_format?.json_schema?.name === "claims";
  return { prompt, content: JSON.stringify(isClaims ? { claims } : values) };
});
rmSync(judgeFile, { force: true });
const run = spawn(
  process.execPath,
  [
    ...[join(folder, "../../bin/karenina.js"), "verify", join(folder, "benchmark.ts")],
    ...["--no-output", "--concurrency", "1", "--no-preflight", "--record", judgeFile],
    ...["--evaluation-mode", "template_and_rubric", "--app", join(folder, "app.ts")],
    ...["--parsing-interface", "openai_endpoint", "--parsing-model", "recorded-judge"],
    ...["--parsing-id", "recorded-judge", "--parsing-base-url", server.url],
  ],
  { stdio: "inherit" },
);
const [code] = await once(run, "exit");
if (code !== 0) process.exitCode = code;
server.close();
