import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type PreparedReply, startReplyServer } from "./reply-server.ts";

const program = join(import.meta.dirname, "../bin/karenina.js");

/**
 * Writes a file of recorded replies anew, by running `karenina` with a judge, which also drafts, that a local server answers for. Where a run
 * fails, so does this program.
 *
 * @param file the recording to write
 * @param runs the arguments of each run, without those that say who judges and where it is recorded
 * @param reply what the judge answers
 */
export async function recordJudge(
  file: string,
  runs: readonly (readonly string[])[],
  reply: PreparedReply,
): Promise<void> {
  const server = await startReplyServer(reply);
  rmSync(file, { force: true });
  for (const run of runs) {
    const judge = ["--parsing-interface", "openai_endpoint", "--parsing-base-url", server.url];
    const named = ["--parsing-model", "recorded-judge", "--parsing-id", "recorded-judge"];
    const output = run[0] === "draft" ? [] : ["--no-output"];
    const recorded = [...output, "--concurrency", "1", "--no-preflight", "--record", file];
    const started = spawn(process.execPath, [program, ...run, ...recorded, ...judge, ...named], {
      stdio: "inherit",
    });
    const [code] = await once(started, "exit");
    if (code !== 0) process.exitCode = code;
  }
  server.close();
}
