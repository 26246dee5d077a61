import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../../base/index.ts";
import { manualClock } from "../../../base/testing/manual-clock.ts";
import { openReplyStore } from "../../../models/recording/index.ts";
import { runCommandLine } from "../../run-command-line.ts";
import { capturedIo } from "../../testing/captured-io.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cache-command-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function karenina(...args: readonly string[]) {
  const io = capturedIo({ environment: { XDG_CACHE_HOME: folder } });
  const code = await runCommandLine(
    args,
    { ...io, workingDirectory: folder, clock: async () => systemClock },
    "1.2.3",
  );
  return { code, out: io.out(), err: io.err() };
}

const reply = (model: string, text = "It is BCL2.") => ({
  text,
  message: { role: "assistant" as const, content: [{ type: "text" as const, text }] },
  usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
  usageKnown: true,
  model,
  finishReason: "stop" as const,
});

const store = (days = 90, megabytes = 1000, clock = systemClock) =>
  openReplyStore(path.join(folder, "karenina", "replies"), { clock, maxDays: days, maxMegabytes: megabytes });

test("show says what is kept, of which models; clear removes it", async () => {
  {
    await using kept = await store();
    kept.keep("1", reply("m"));
    kept.keep("2", reply("m"));
    kept.keep("3", reply("n"));
    expect(kept.find("3")).toEqual(reply("n"));
  }
  const shown = await karenina("cache", "show");
  expect(shown).toMatchObject({ code: 0, err: "" });
  expect(shown.out).toMatch(/^model {2}replies {4}size {2}oldest +newest\nm +2 +0\.0 MB +\d{4}-\d\d-\d\d/);
  const json = JSON.parse((await karenina("cache", "show", "--json")).out);
  expect(json.models).toMatchObject([
    { model: "m", replies: 2 },
    { model: "n", replies: 1 },
  ]);
  expect((await karenina("cache", "clear", "--older-than", "1")).out).toContain("Removed 0 replies");
  expect((await karenina("cache", "clear")).out).toContain("Removed 3 replies");
  expect((await karenina("cache", "show")).out).toContain("No replies are kept");
});

test("looking at a store that is not there makes none", async () => {
  const shown = await karenina("cache", "show", "elsewhere");
  expect(shown).toMatchObject({
    code: 0,
    out: `No replies are kept in ${path.join(folder, "elsewhere")}.\n`,
  });
  expect((await karenina("cache", "clear", "elsewhere")).out).toContain("Removed 0 replies");
  expect(await readdir(folder)).toEqual([]);
});

test("replies go with their age, and those unused for longest where there are too many", async () => {
  const clock = manualClock();
  const day = 86_400_000;
  {
    await using kept = await store(90, 1000, clock);
    kept.keep("old", reply("m"));
    await clock.advance(80 * day);
    kept.keep("unused", reply("m", "x".repeat(600_000)));
    kept.keep("used", reply("m", "y".repeat(600_000)));
    await clock.advance(20 * day);
    kept.find("used");
  }
  {
    await using kept = await store(90, 1000, clock);
    expect(kept.find("old")).toBeUndefined();
    expect(kept.list()).toMatchObject([{ replies: 2 }]);
  }
  await using kept = await store(90, 2, clock);
  expect(["unused", "used"].map((key) => kept.find(key) !== undefined)).toEqual([false, true]);
});

test("a file that is no store is refused and stays as it is", async () => {
  const place = path.join(folder, "notes");
  {
    await using _kept = await openReplyStore(place, { clock: systemClock });
  }
  await writeFile(path.join(place, "replies.sqlite"), "my notes, which are no database at all".repeat(50));
  const refused = { code: "file_unreadable", message: expect.stringContaining("is damaged") };
  await expect(openReplyStore(place, { clock: systemClock })).rejects.toMatchObject(refused);
});

test.skipIf(process.platform === "win32")("replies are kept only where nobody else can write", async () => {
  const place = path.join(folder, "karenina", "replies");
  await mkdir(place, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, "foreign.db"), "");
  execFileSync("mkfifo", [path.join(place, "replies.sqlite")]);
  await expect(store()).rejects.toMatchObject({ message: expect.stringContaining("it is no file") });
  await rm(path.join(place, "replies.sqlite"));
  await symlink(path.join(folder, "foreign.db"), path.join(place, "replies.sqlite"));
  await expect(store()).rejects.toMatchObject({ message: expect.stringContaining("is a link") });
  await chmod(place, 0o777);
  await expect(store()).rejects.toMatchObject({ message: expect.stringMatching(/^Others can write in /) });
});
