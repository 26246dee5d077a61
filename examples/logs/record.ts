// Writes the file the example plays back: judge.jsonl, by judging the log once with a local endpoint that reads the percentage
// in each answer. Run it when a prompt or the template has changed; the file goes into this folder, or into the one given:
//   npm run logs:record
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastUserText, startReplyServer } from "../../scripts/reply-server.ts";

const folder = import.meta.dirname;
const judgeFile = join(process.argv[2] ?? folder, "judge.jsonl");
const place = mkdtempSync(join(tmpdir(), "logs-"));
const log = join(place, "chat.jsonl");

const server = await startReplyServer((asked) => {
  const prompt = lastUserText(asked);
  const share = /(\d+) % of the fare/.exec(prompt)?.[1];
  if (share === undefined) throw new Error(`No percentage stands in: ${prompt.slice(0, 200)}`);
  return { prompt, content: JSON.stringify({ share: Number(share) }) };
});
rmSync(judgeFile, { force: true });
const run = async (...args: readonly string[]) => {
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
  if (code !== 0) process.exitCode = code;
};
await run(join(folder, "make-log.ts"), log);
await run(
  ...[join(folder, "../../bin/karenina.js"), "judge", log, "--benchmark", join(folder, "benchmark.ts")],
  ...["--no-output", "--concurrency", "1", "--no-preflight", "--record", judgeFile],
  ...["--parsing-interface", "openai_endpoint", "--parsing-model", "recorded-judge"],
  ...["--parsing-id", "recorded-judge", "--parsing-base-url", server.url],
);
rmSync(place, { recursive: true, force: true });
server.close();
