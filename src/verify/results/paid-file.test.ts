import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPaidFile } from "./paid-file.ts";

const reply = (task: number) => ({ key: task.toString(16).padStart(64, "0"), reply: `"${"x".repeat(200)}"` });

test("nothing is left when all tasks have a result, also those that end while the file is begun anew", async () => {
  const folder = await mkdtemp(join(tmpdir(), "karenina-paid-"));
  const file = join(folder, "run.jsonl.paid");
  const settings = { run: "r", mode: 0o600, isOpen: () => true, notify: () => undefined, mostUseless: 500 };
  const paid = await openPaidFile(file, settings);
  if (paid === undefined) throw new Error("there is no file");
  const unit = (task: number) => JSON.stringify([`task ${task}`]);
  await paid.add(unit(0), [reply(0)]);
  for (let task = 1; task < 40; task += 1) {
    const added = paid.add(unit(task), [reply(task)]);
    // the file may be begun anew meanwhile
    paid.forget(unit(task - 1));
    await added;
  }
  expect((await readFile(file, "utf8")).split("\n").length).toBeLessThan(20);
  paid.forget(unit(39));
  await paid.close();
  expect(existsSync(file)).toBe(false);
  await rm(folder, { recursive: true });
});
