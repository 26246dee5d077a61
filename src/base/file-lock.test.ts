import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isBusy, takeFileLock } from "./file-lock.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-lock-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const program = join(import.meta.dirname, "testing", "hold-lock.ts");

/** A process that waits for its turn to take the lock; `before`: a command that starts it. */
function starter(file: string, before: readonly string[] = []) {
  const [command = process.execPath, ...args] = [...before, process.execPath, program, file];
  const child: ChildProcess = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(child, "close");
  const said = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  return {
    child,
    ready: said.next(),
    async take(): Promise<unknown> {
      child.stdin?.write("take\n");
      return (await said.next()).value;
    },
    async release(): Promise<void> {
      child.stdin?.end();
      await closed;
    },
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

test("a lock is held by one at a time, and free again afterwards with nothing left", async () => {
  const file = join(folder, "run.lock");
  {
    await using lock = await takeFileLock(file);
    expect(lock).toBeDefined();
    expect(await takeFileLock(file)).toBeUndefined();
    expect(existsSync(file)).toBe(true);
  }
  {
    await using again = await takeFileLock(file);
    expect(again).toBeDefined();
  }
  expect(await readdir(folder)).toEqual([]);
});

test("of 16 processes that start at once exactly one gets it, each time", async () => {
  const file = join(folder, "race.lock");
  const starters = Array.from({ length: 16 }, () => starter(file));
  await Promise.all(starters.map(({ ready }) => ready));
  const said = await Promise.all(starters.map((each) => each.take()));
  expect(said.toSorted()).toEqual([...Array<string>(15).fill("busy"), "held"]);
  await Promise.all(starters.map((each) => each.release()));
  expect(await readdir(folder)).toEqual([]);
}, 60_000);

test("a process that was killed keeps nothing, and its file is in nobody's way", async () => {
  const file = join(folder, "killed.lock");
  const killed = starter(file);
  await killed.ready;
  expect(await killed.take()).toBe("held");
  expect(await takeFileLock(file)).toBeUndefined();
  await killed.kill();
  {
    await using lock = await takeFileLock(file);
    expect(lock).toBeDefined();
  }
  expect(await readdir(folder)).toEqual([]);
});

const container = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"];
const [unshare = "", ...flags] = container;
const hasContainers = spawnSync(unshare, [...flags, "true"]).status === 0;

describe.skipIf(!hasContainers)("in a container, where every program has the same process id", () => {
  test("the lock of one that runs is seen from another, and that of a killed one is not", async () => {
    const file = join(folder, "container.lock");
    const first = starter(file, container);
    const second = starter(file, container);
    await Promise.all([first.ready, second.ready]);
    expect(await first.take()).toBe("held");
    expect(await second.take()).toBe("busy");
    expect(await takeFileLock(file)).toBeUndefined();
    await first.kill();
    const third = starter(file, container);
    await third.ready;
    expect(await third.take()).toBe("held");
    await Promise.all([second.release(), third.release()]);
  });
});

test("a file that cannot be a lock is an error, not somebody's lock", async () => {
  await expect(takeFileLock(join(folder, "no", "such.lock"))).rejects.toThrow("unable to open");
  const other = join(folder, "notes.lock");
  await writeFile(other, "my notes, which are long enough to be read");
  await expect(takeFileLock(other)).rejects.toThrow("not a database");
});

test.each([
  [5, true], // SQLITE_BUSY
  [261, true], // SQLITE_BUSY_RECOVERY
  [517, true], // SQLITE_BUSY_SNAPSHOT
  [6, false], // SQLITE_LOCKED
  [1280, false],
  [undefined, false],
])("SQLite's code %s means that another has the lock: %s", (errcode, busy) => {
  expect(isBusy(Object.assign(new Error("database"), errcode === undefined ? {} : { errcode }))).toBe(busy);
});
