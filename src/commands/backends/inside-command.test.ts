import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { defaultCommandLimits } from "../limits.ts";
import { insideCommand } from "./inside-command.ts";

/** Runs the last step in a folder; descriptor 3 is a pipe that somebody reads from, or nobody. */
async function runInside(folder: string, reader: "reader" | "nobody"): Promise<unknown> {
  const command = insideCommand("touch ran", { shell: "/bin/sh", limits: defaultCommandLimits });
  // the first process of a namespace does not get the signal of a broken pipe
  const open = `trap '' PIPE; mkfifo pipe; exec 4<>pipe 3>pipe; ${reader === "nobody" ? "exec 4>&-;" : ""} exec "$@"`;
  return promisify(execFile)("/bin/bash", ["-c", open, "bash", ...command], { cwd: folder }).then(
    () => 0,
    (error) => error.code,
  );
}

it.each([
  ["reader", 0, ["pipe", "ran"]],
  ["nobody", 125, ["pipe"]],
] as const)("with %s at the other end of its descriptor", async (reader, code, names) => {
  const folder = await mkdtemp(path.join(tmpdir(), "inside-command-"));
  try {
    expect(await runInside(folder, reader)).toBe(code);
    expect((await readdir(folder)).sort()).toEqual(names);
  } finally {
    await rm(folder, { recursive: true });
  }
});
