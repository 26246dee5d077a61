import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";

/** What a program of a test came to. */
interface ChildRun {
  readonly code: number | null;
  readonly signal: string | null;
  readonly processId: number;
  readonly stdout: string;
  readonly stderr: string;
}

const door = new URL("../index.ts", import.meta.url).href;
const base = new URL("../../base/index.ts", import.meta.url).href;

/**
 * Runs module source in a process of its own. It has `createWorkspaceProvider`, `listLeftovers`, `removeLeftovers`,
 * `systemClock` and `args`. `asNobody`: without rights where this process has them all; they are given up once
 * everything is loaded, since the checkout may lie where nobody else can enter.
 */
export async function childRun(
  source: string,
  args: unknown,
  options: { readonly asNobody?: boolean } = {},
): Promise<ChildRun> {
  const isNobody = options.asNobody === true && process.getuid?.() === 0;
  const code = `
import { createWorkspaceProvider, listLeftovers, removeLeftovers } from ${JSON.stringify(door)};
import { systemClock } from ${JSON.stringify(base)};
const args = ${JSON.stringify(args)};
${isNobody ? "process.setgroups([]); process.setgid(65534); process.setuid(65534);" : ""}
${source}`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", code], {
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, signal: child.signalCode, processId: child.pid ?? -1, stdout, stderr };
}
