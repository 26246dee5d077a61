import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { holdOutputs } from "./check-outputs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "karenina-outputs-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const rights = { resume: false, overwrite: false };
const besideExport = () => ({
  log: path.join(folder, "run.json.jsonl"),
  logIsTemporary: true,
  exports: [{ format: "json" as const, path: path.join(folder, "run.json") }],
});

describe("a log that another run is writing", () => {
  test.each([false, true])(
    "is said to be that, and nobody is told to remove it; resume: %s",
    async (resume) => {
      const plan = besideExport();
      await using _first = await holdOutputs(plan, rights);
      await writeFile(plan.log, "{}\n");
      await expect(holdOutputs(plan, { ...rights, resume })).rejects.toMatchObject({
        message: `${plan.log} is being written by another run.`,
        hint: "Wait for that run, or choose another file.",
      });
    },
  );

  test("is one that was left when that run is over", async () => {
    const plan = besideExport();
    {
      await using _first = await holdOutputs(plan, rights);
    }
    expect(await readdir(folder)).toEqual([]);
    await writeFile(plan.log, "{}\n");
    await expect(holdOutputs(plan, rights)).rejects.toThrow("An earlier run is not complete");
    await using _resumed = await holdOutputs(plan, { ...rights, resume: true });
  });
});

describe("an export that another run will write", () => {
  const named = (...names: readonly string[]) => ({
    log: path.join(folder, `${names[0]}.jsonl`),
    logIsTemporary: true,
    exports: names.map((name) => ({ format: "json" as const, path: path.join(folder, name) })),
  });

  test.each([false, true])("is refused, whichever it is named as; overwrite: %s", async (overwrite) => {
    await using _first = await holdOutputs(named("run.json"), rights);
    const second = named("other.json", "run.json");
    await expect(holdOutputs(second, { ...rights, overwrite })).rejects.toMatchObject({
      message: `${path.join(folder, "run.json")} is being written by another run.`,
    });
    expect((await readdir(folder)).filter((name) => name.startsWith("other"))).toEqual([]);
  });

  test("is the same file through a link to its folder", async () => {
    await using _first = await holdOutputs(named("run.json"), rights);
    await symlink(folder, path.join(folder, "linked"));
    await expect(holdOutputs(named("other.json", "linked/run.json"), rights)).rejects.toThrow(
      "is being written by another run",
    );
  });

  test("is the same log through a link to it", async () => {
    const plan = besideExport();
    await using _first = await holdOutputs(plan, rights);
    await writeFile(plan.log, "{}\n");
    const link = path.join(folder, "link.jsonl");
    await symlink(plan.log, link);
    const through = { log: link, logIsTemporary: false, exports: [] };
    await expect(holdOutputs(through, { ...rights, resume: true })).rejects.toThrow(
      `${link} is being written by another run.`,
    );
  });
});
