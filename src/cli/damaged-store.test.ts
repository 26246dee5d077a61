import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runCommandLine } from "./run-command-line.ts";
import { capturedIo } from "./testing/captured-io.ts";

const quickstart = path.join(import.meta.dirname, "../../examples/quickstart");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "damaged-store-"));
  const flags = ["--preset", path.join(quickstart, "offline.json"), "--questions", "0-2", "--no-output"];
  const benchmark = path.join(quickstart, "benchmark.yaml");
  const run = await karenina("verify", benchmark, ...flags, "--store", "sqlite:whole.db", "--run-name", "r");
  expect(run.err).not.toContain("error");
});
beforeEach(async () => {
  await rm(inFolder("runs.db"), { force: true });
  changed("whole.db", `vacuum into '${inFolder("runs.db")}'`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const inFolder = (name: string) => path.join(folder, name);

async function karenina(...argv: readonly string[]) {
  const io = capturedIo({ workingDirectory: folder, environment: { XDG_STATE_HOME: inFolder("state") } });
  const code = await runCommandLine(argv, { ...io, clock: async () => io.clock }, "1.2.3");
  return { code, out: io.out(), err: io.err() };
}

function changed(name: string, sql: string): void {
  const database = new DatabaseSync(inFolder(name));
  database.exec(sql);
  database.close();
}

const isThere = (name: string) =>
  access(inFolder(name)).then(
    () => true,
    () => false,
  );
const exported = () =>
  karenina("runs", "export", "r", "--store", "sqlite:runs.db", "--output", "written.jsonl");

test("a row of a store that is damaged is named, with what takes it out", async () => {
  changed("runs.db", "update result set line = substr(line, 1, 300) where seq = 2");
  const shown = await karenina("show", "sqlite:runs.db");
  expect(shown).toMatchObject({ code: 1, out: "" });
  expect(shown.err).toMatch(/^error: Row 2 of run \w{8} in sqlite:runs.db is damaged: it is not JSON.$/m);
  expect(shown.err).not.toContain(tmpdir());
  const watched = await karenina("runs", "watch", "r", "--store", "sqlite:runs.db");
  expect(watched.err).toContain(shown.err);
  expect((await exported()).err).toBe(shown.err);
  expect(await isThere("written.jsonl")).toBe(false);
  const [, sql = ""] = /without that result: ([^;]+);/.exec(shown.err) ?? [];
  changed("runs.db", sql);
  expect(await karenina("show", "sqlite:runs.db")).toMatchObject({
    code: 0,
    err: expect.stringContaining("2 of 3 tasks have a result"),
  });
});

test("a row that holds no result is named by its place in the store, and left out", async () => {
  changed(
    "runs.db",
    `update result set line = replace(line, '"execution_time":', '"execution_time":-') where seq = 3`,
  );
  for (const command of [["summary"], ["query", "select max(execution_time) from results"]]) {
    const [name = "", ...rest] = command;
    const read = await karenina(name, "sqlite:runs.db", ...rest);
    expect(read.code).toBe(0);
    expect(read.err).toMatch(/row 3 does not have the expected shape:\s+metadata.execution_time/);
    expect(read.err).toMatch(/1 line of run \w{8} in sqlite:runs.db/);
    expect(read.err).not.toContain(tmpdir());
  }
});

test.each([
  ["'nonsense {'", /The log of run \w{8} in sqlite:runs.db is not a results log/],
  [`header || char(10) || '{"task":"x"}'`, /The first line of run \w{8} in sqlite:runs.db is damaged/],
  [`replace(header, '"benchmark"', '"bench"')`, /The log of run \w{8} in sqlite:runs.db line 1 .*benchmark/],
])("a run whose first line is damaged is not written: %s", async (header, message) => {
  changed("runs.db", `update run set header = ${header}`);
  const { code, out, err } = await exported();
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err.replace(/\s+/g, " ")).toMatch(message);
  expect(err).toContain("hint: That line is the column header of the table run");
  expect(await isThere("written.jsonl")).toBe(false);
});

test("a worker takes no store of one machine, which its help does not offer", async () => {
  const { code, err } = await karenina("worker", "--store", "sqlite:runs.db");
  expect(code).toBe(2);
  expect(err).toMatch(/^error: sqlite:runs.db is a store for one machine/);
  expect((await karenina("worker", "--help")).out).not.toContain("sqlite");
});

test("a store that says fewer tasks than there are has no run of less than none", async () => {
  changed("runs.db", "update run set tasks = -11");
  const { err } = await karenina("runs", "watch", "r", "--store", "sqlite:runs.db");
  expect(err).toContain("Running 0 tasks; 3 finished before.");
});
