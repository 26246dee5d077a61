// Writes the file the example plays back: judge.jsonl, by judging the log once with a judge that reads the percentage in
// each answer. Run it when a prompt or the template has changed; the file goes into this folder, or into the one given:
//   npm run logs:record
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordJudge } from "../../scripts/record-judge.ts";
import { lastUserText } from "../../scripts/reply-server.ts";

const folder = import.meta.dirname;
const place = mkdtempSync(join(tmpdir(), "logs-"));
const log = join(place, "chat.jsonl");
execFileSync(process.execPath, [join(folder, "make-log.ts"), log], { stdio: "inherit" });

const run = ["judge", log, "--benchmark", join(folder, "benchmark.ts")];
await recordJudge(join(process.argv[2] ?? folder, "judge.jsonl"), [run], (asked) => {
  const prompt = lastUserText(asked);
  const share = /(\d+) % of the fare/.exec(prompt)?.[1];
  if (share === undefined) throw new Error(`No percentage stands in: ${prompt.slice(0, 200)}`);
  return { prompt, content: JSON.stringify({ share: Number(share) }) };
});
rmSync(place, { recursive: true, force: true });
