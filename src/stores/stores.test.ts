import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../base/index.ts";
import {
  addRun,
  beginPart,
  changeState,
  countFinished,
  findRun,
  finishedKeys,
  forgetPaces,
  forgetReplies,
  keepReplies,
  keepTurns,
  listRuns,
  migrateStore,
  newLines,
  notePaces,
  openRuns,
  openStore,
  type ResultRow,
  readLines,
  readRunFiles,
  repliesOf,
  rowsOfKeys,
  type Store,
  type StorePlace,
  storePlace,
  writeResults,
} from "./index.ts";
import { startPglite } from "./testing/start-pglite.ts";
import { startPostgres } from "./testing/start-postgres.ts";

const ended = new AsyncDisposableStack();
afterAll(() => ended.disposeAsync());

async function sqlitePlace(): Promise<StorePlace> {
  const folder = await mkdtemp(path.join(tmpdir(), "karenina-store-"));
  ended.defer(() => rm(folder, { recursive: true, force: true }));
  return storePlace("sqlite:runs.db", folder);
}

let postgres: Promise<string> | undefined;
/** A server of this machine, which takes less time than one within this process. */
async function postgresPlace(): Promise<StorePlace> {
  postgres ??= (async () => ended.use((await startPostgres()) ?? (await startPglite())).url)();
  return storePlace(await postgres, "/");
}

const sample = { name: "first", benchmark: "Sample", tasks: 2, header: "{}", definition: "{}" };
const row = (key: string, more: Partial<ResultRow> = {}): ResultRow => ({
  ...{ kind: "result", key, walk: null, part: 1, lacking: false, line: `{"${key}":1}` },
  ...more,
});

describe.each([
  ["SQLite", sqlitePlace],
  ["PostgreSQL", postgresPlace],
])("a store in %s", (_, placeOf) => {
  let place: StorePlace;
  let store: Store;
  beforeAll(async () => {
    place = await placeOf();
    if (place.kind === "postgres") await expect(openStore(place)).rejects.toThrow(/no tables of karenina/);
    expect(await migrateStore(place)).toEqual(["0001_runs", "0002_replies", "0003_spending", "0004_paces"]);
    expect(await migrateStore(place)).toEqual([]);
    store = ended.use(await openStore(place));
  }, 60_000);

  test("keeps runs with their files, and finds them", async () => {
    const content = new Uint8Array([1, 2, 255]);
    await addRun(store, { ...sample, id: "run-1", files: new Map([["a/b.png", content]]) }, systemClock);
    expect(await listRuns(store)).toMatchObject([
      { id: "run-1", state: "open", part: 1, tasks: 2, finished: 0 },
    ]);
    expect([...(await readRunFiles(store, "run-1")).values()].map((one) => [...one])).toEqual([[1, 2, 255]]);
    expect(await findRun(store, "first")).toMatchObject({ id: "run-1" });
    expect(await findRun(store, "run-")).toMatchObject({ id: "run-1" });
    await expect(findRun(store, "other")).rejects.toThrow(/no run "other"/);
  });

  test("writes no result twice, and lets a later part take the place of an earlier one", async () => {
    await addRun(store, { ...sample, id: "run-2" }, systemClock);
    await writeResults(store.database, "run-2", [row("a", { lacking: true }), row("b")]);
    await writeResults(store.database, "run-2", [row("a", { line: "again" }), row("b", { line: "again" })]);
    expect((await rowsOfKeys(store, "run-2", ["a", "b"])).map(({ line }) => line).toSorted()).toEqual([
      '{"a":1}',
      '{"b":1}',
    ]);
    expect([...(await finishedKeys(store, "run-2", { exceptLacking: true }))]).toEqual(["b"]);
    const part = await beginPart(store, "run-2");
    await writeResults(store.database, "run-2", [row("a", { part, line: "mended" })]);
    expect(await rowsOfKeys(store, "run-2", ["a"])).toMatchObject([
      { line: "mended", part: 2, lacking: false },
    ]);
    expect(await countFinished(store, "run-2")).toBe(2);
  });

  test("counts a walk once, and takes back turns of one that is begun anew", async () => {
    await addRun(store, { ...sample, id: "run-3" }, systemClock);
    const turns = [row("w0", { walk: "w" }), row("w1", { walk: "w" })];
    await writeResults(store.database, "run-3", turns);
    expect(await countFinished(store, "run-3")).toBe(0);
    await keepTurns(store, "run-3", "w", ["w0"]);
    // of a turn the newest counts
    await writeResults(store.database, "run-3", [row("w0", { walk: "w", line: "newer" })]);
    await writeResults(store.database, "run-3", [row("w", { kind: "walk" })]);
    expect(await countFinished(store, "run-3")).toBe(1);
    const lines = (await Array.fromAsync(readLines(store, "run-3"))).flat();
    expect(lines.map(({ key, line }) => [key, line])).toEqual([
      ["w0", "newer"],
      ["w", '{"w":1}'],
    ]);
  });

  test("keeps replies of units until they are finished, of one call the newest", async () => {
    await addRun(store, { ...sample, id: "run-6" }, systemClock);
    const at = [1, 0, 2] as const;
    const reply = (key: string, text: string, unit: readonly [number, number, number] = at) => ({
      ...{ at: unit, key, reply: text },
    });
    await keepReplies(store, "run-6", [reply("a", "1"), reply("a", "2"), reply("b", "3")]);
    await keepReplies(store, "run-6", [reply("b", "4"), reply("a", "5", [1, 0, 1])]);
    expect(await repliesOf(store, "run-6", at)).toEqual(
      new Map([
        ["a", "2"],
        ["b", "4"],
      ]),
    );
    await forgetReplies(store, "run-6", [{ at }]);
    expect((await repliesOf(store, "run-6", at)).size).toBe(0);
    expect((await repliesOf(store, "run-6", [1, 0, 1])).size).toBe(1);
    await forgetReplies(store, "run-6", "all");
    expect((await repliesOf(store, "run-6", [1, 0, 1])).size).toBe(0);
  });

  test("tells new lines once", async () => {
    await addRun(store, { ...sample, id: "run-4" }, systemClock);
    const read = newLines(store, "run-4");
    expect(await read()).toEqual([]);
    await writeResults(store.database, "run-4", [row("a")]);
    expect((await read()).map(({ key }) => key)).toEqual(["a"]);
    await writeResults(store.database, "run-4", [row("b"), row("c")]);
    expect((await read()).map(({ key }) => key)).toEqual(["b", "c"]);
    expect(await read()).toEqual([]);
  });

  test("changes a state only from those that are named", async () => {
    await addRun(store, { ...sample, id: "run-5" }, systemClock);
    expect(await changeState(store, "run-5", { from: ["cancelled"], to: "open" })).toBe(false);
    expect(await changeState(store, "run-5", { from: ["open"], to: "cancelled" })).toBe(true);
    expect(await openRuns(store)).not.toContain("run-5");
  });
});

test("units go to one worker at a time, come back when given back, and are done with what is written", async () => {
  const store = ended.use(await openStore(await postgresPlace()));
  const { queue } = store;
  if (queue === undefined) throw new Error("a store in PostgreSQL should have a queue");
  const unit = (question: number) => ({ at: [question, 0, 0] as const, part: 1 });
  await addRun(store, { ...sample, id: "r" }, systemClock);
  await queue.refill("r", [unit(0), unit(1), unit(2)]);
  const first = await queue.take("r", 2);
  const rest = await queue.take("r", 2);
  expect([...first, ...rest].map(({ at }) => at[0])).toEqual([0, 1, 2]);
  expect(await queue.take("r", 2)).toEqual([]);
  expect(await queue.hold("r", first)).toBe(2);

  const [one, two] = first;
  if (one === undefined || two === undefined) throw new Error("two units should have been taken");
  await queue.giveBack("r", [one]);
  const [again] = await queue.take("r", 1);
  expect(again).toMatchObject({ at: [0, 0, 0], retryCount: 1 });
  // whoever had it before has it no more
  expect(await queue.hold("r", [one])).toBe(0);

  await expect(
    store.database.transaction().execute(async (transaction) => {
      await queue.finish("r", [two], transaction);
      throw new Error("cut off");
    }),
  ).rejects.toThrow("cut off");
  expect(await queue.hold("r", [two])).toBe(1);
  await store.database.transaction().execute((transaction) => queue.finish("r", [two], transaction));
  expect(await queue.hold("r", [two])).toBe(0);
});

test("workers of all runs that ask with one key know of each other, and of pauses that one was asked for", async () => {
  const store = ended.use(await openStore(await postgresPlace()));
  for (const id of ["p1", "p2"]) await addRun(store, { ...sample, id }, systemClock);
  const [here, there] = [
    { run: "p1", worker: "here" },
    { run: "p2", worker: "there" },
  ];
  expect(await notePaces(store, here, [{ key: "k", pauseMs: 0 }])).toEqual([
    { key: "k", workers: 1, pauseMs: 0 },
  ]);
  await notePaces(store, there, [
    { key: "k", pauseMs: 60_000 },
    { key: "other", pauseMs: 0 },
  ]);
  const [seen, ...rest] = await notePaces(store, here, [{ key: "k", pauseMs: 0 }]);
  expect(rest).toEqual([]);
  expect(seen).toMatchObject({ key: "k", workers: 2 });
  expect(seen?.pauseMs).toBeGreaterThan(30_000);
  await forgetPaces(store, "p2", "there");
  expect(await notePaces(store, here, [{ key: "k", pauseMs: 0 }])).toMatchObject([
    { workers: 1, pauseMs: 0 },
  ]);
});

test("an address with a password is never shown with it", async () => {
  const place = storePlace("postgres://me:s3cret%20word@127.0.0.1:1/db", "/");
  expect(place.name).toBe("postgres://me:***@127.0.0.1:1/db");
  await expect(openStore(place)).rejects.toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("s3cret"), code: "configuration" }),
  );
  expect(() => storePlace("mysql://me:s3cret@h/db", "/")).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("s3cret") }),
  );
});

test("a database of something else is refused, and stays as it is", async () => {
  const place = await sqlitePlace();
  const file = place.kind === "sqlite" ? place.file : "";
  const rows = () => {
    using database = new DatabaseSync(file);
    database.exec("create table if not exists customer (name text)");
    return database.prepare("select name from sqlite_master").all();
  };
  const before = rows();
  const content = await readFile(file);
  await expect(openStore(place)).rejects.toThrow(/is a database of something else/);
  await expect(migrateStore(place)).rejects.toThrow(/is a database of something else/);
  expect(await readFile(file)).toEqual(content);
  expect(rows()).toEqual(before);
});
