import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { mutationSources, tryMutated } from "../../scripts/mutations/try-mutated.ts";
import { createTemplateRunner } from "../../src/sandbox/index.ts";

test("files with faults are opened or refused, and saved as what they are; scripts/mutate-files.ts tries more", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "mutated-"));
  await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  await using runner = createTemplateRunner();
  const sources = await mutationSources(folder, runner.stripTypes);
  const kinds = new Map<string, number>();
  for (let seed = 1_000_000; seed < 1_000_150; seed++) {
    const outcome = await tryMutated(seed, sources, folder);
    expect(outcome, `node scripts/mutate-files.ts --seed ${seed} --count 1`).not.toMatchObject({
      kind: "fault",
    });
    kinds.set(outcome.kind, (kinds.get(outcome.kind) ?? 0) + 1);
  }
  expect(kinds.get("opened")).toBeGreaterThan(50);
  expect(kinds.get("refused")).toBeGreaterThan(25);
});
