import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/** A PostgreSQL of this test's own, on temporary data. */
export interface TestPostgres extends AsyncDisposable {
  /** The address of an empty database. */
  readonly url: string;
  /** Ends it like a failing machine does, and starts it again on the same data. */
  crash(pauseMs?: number): Promise<void>;
  /** Processor time of all its processes so far, in milliseconds; on Linux. */
  cpuMs(): Promise<number>;
}

const run = promisify(execFile);

/** Starts the newest PostgreSQL of this machine as a user without rights; undefined: there is none. */
export async function startPostgres(): Promise<TestPostgres | undefined> {
  const programs = await programsFolder();
  const user = await unprivilegedUser();
  if (programs === undefined || user === undefined) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), "karenina-postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const data = path.join(folder, "data");
  const options = { ...user, cwd: folder };
  await run(
    path.join(programs, "initdb"),
    ["-D", data, "-A", "trust", "-U", "karenina", "-E", "UTF8", "--no-locale", "--no-sync"],
    options,
  );
  const port = await freePort();
  const args = ["-D", data, "-p", String(port), "-k", "", "-h", "127.0.0.1", "-c", "shared_buffers=32MB"];
  const start = () => started(() => spawn(path.join(programs, "postgres"), args, options));
  let server = await start();
  return {
    url: `postgres://karenina@127.0.0.1:${port}/postgres`,
    async crash(pauseMs = 0) {
      await ended(server, "SIGKILL");
      await sleep(pauseMs);
      server = await start();
    },
    async cpuMs() {
      const main = server.pid;
      const all = await Promise.all(
        (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(readTimes),
      );
      const own = all.filter((one) => one !== undefined && (one.pid === main || one.parent === main));
      const ended = all.find((one) => one?.pid === main)?.endedChildren ?? 0;
      return own.reduce((sum, one) => sum + (one?.ms ?? 0), ended);
    },
    async [Symbol.asyncDispose]() {
      await ended(server, "SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What `/proc` says of a process, in ticks of ten milliseconds. */
async function readTimes(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [parent = 0, user = 0, system = 0, ofUser = 0, ofSystem = 0] = [1, 11, 12, 13, 14].map(
    (at) => fields[at],
  );
  return { pid: Number(pid), parent, ms: (user + system) * 10, endedChildren: (ofUser + ofSystem) * 10 };
}

async function programsFolder(): Promise<string | undefined> {
  const debian = "/usr/lib/postgresql";
  const versions = await readdir(debian).catch(() => []);
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : path.join(debian, newest, "bin");
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
async function unprivilegedUser(): Promise<{ readonly uid?: number; readonly gid?: number } | undefined> {
  if (process.getuid?.() !== 0) return {};
  const id = async (what: string) => Number((await run("id", [what, "postgres"])).stdout);
  return Promise.all([id("-u"), id("-g")]).then(
    ([uid, gid]) => ({ uid, gid }),
    () => undefined,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** What a killed one leaves behind may be in the way for a moment. */
async function started(start: () => ChildProcess): Promise<ChildProcess> {
  let said = "";
  for (let tries = 0; tries < 50; tries += 1) {
    const server = start();
    said = "";
    const isReady = await new Promise<boolean>((resolve) => {
      server.once("exit", () => resolve(false));
      server.stderr?.on("data", (chunk) => {
        said += chunk;
        if (said.includes("ready to accept connections")) resolve(true);
      });
    });
    server.stderr?.removeAllListeners("data").resume();
    if (isReady) return server;
    await sleep(100);
  }
  throw new Error(`PostgreSQL does not start: ${said}`);
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill(signal);
  await exited;
}
