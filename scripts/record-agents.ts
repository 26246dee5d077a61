import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PreparedReply, startReplyServer } from "./reply-server.ts";

const program = join(import.meta.dirname, "../bin/karenina.js");

/** An example whose agents and judges are played back. */
interface RecordedExample {
  readonly folder: string;
  /** The name of its benchmark. */
  readonly benchmark: string;
  /** The folder in it that agents work in copies of. */
  readonly tasks: string;
  /** The recording to write. */
  readonly file: string;
}

/**
 * Writes a file of recorded replies anew, by running an example once with the settings of its offline.json and a local
 * server in the place of the recording. Tools run for real. Where the run fails, so does this program.
 */
export async function recordAgents(
  { folder, benchmark, tasks, file }: RecordedExample,
  reply: PreparedReply,
): Promise<void> {
  const server = await startReplyServer(reply);
  const preset = JSON.parse(readFileSync(join(folder, "offline.json"), "utf8"));
  for (const model of [...preset.config.answering_models, ...preset.config.parsing_models]) {
    delete model.replay_file;
    model.endpoint_base_url = server.url;
  }
  const scratch = mkdtempSync(join(tmpdir(), "karenina-recording-"));
  const presetFile = join(scratch, "recording.json");
  writeFileSync(presetFile, JSON.stringify(preset));
  cpSync(join(folder, tasks), join(scratch, tasks), { recursive: true });
  rmSync(file, { force: true });
  const run = spawn(
    process.execPath,
    [
      ...[program, "verify", join(folder, benchmark), "--preset", presetFile, "--workspace-root", scratch],
      ...["--no-output", "--concurrency", "1", "--no-preflight", "--record", file],
    ],
    { stdio: "inherit" },
  );
  const [code] = await once(run, "exit");
  if (code !== 0) process.exitCode = code;
  server.close();
  rmSync(scratch, { recursive: true, force: true });
}
