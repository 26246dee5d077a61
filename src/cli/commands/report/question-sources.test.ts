import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "../../run-command-line.ts";
import { capturedIo } from "../../testing/captured-io.ts";

test("annotations and JUnit say in which line of a benchmark in YAML a question begins", async () => {
  const quickstart = path.join(import.meta.dirname, "../../../../examples/quickstart");
  const folder = await mkdtemp(path.join(tmpdir(), "question-sources-"));
  async function karenina(...argv: readonly string[]) {
    const environment = { XDG_STATE_HOME: path.join(folder, "state") };
    const io = capturedIo({ workingDirectory: folder, environment });
    await runCommandLine(argv, { ...io, clock: async () => io.clock }, "1.2.3");
    return { out: io.out(), err: io.err() };
  }
  const text = await readFile(path.join(quickstart, "benchmark.yaml"), "utf8");
  await writeFile(path.join(folder, "own.yaml"), text);
  const preset = path.join(quickstart, "offline.json");
  await karenina("verify", "own.yaml", "--preset", preset, "--questions", "14-15", "--output", "run.jsonl");
  const line = text.split("\n").findIndex((one) => one.includes("List the phases of mitosis")) + 1;
  const { out } = await karenina("report", "run.jsonl", "--annotations", "own.yaml");
  expect(out).toContain(`::error file=own.yaml,line=${line},title=`);
  await karenina("report", "run.jsonl", "--benchmark", "own.yaml", "-o", "junit.xml");
  expect(await readFile(path.join(folder, "junit.xml"), "utf8")).toMatch(
    new RegExp(`List the phases of mitosis[^>]* file="own.yaml" line="${line}"`),
  );
  await writeFile(path.join(folder, "own.yaml"), "karenina: 1\nname: [\n");
  const broken = await karenina("report", "run.jsonl", "--annotations", "own.yaml");
  expect(broken.out).toContain("::error file=own.yaml,title=");
  expect(broken.err).toContain("warning: lines of questions are not known: ");
  await rm(folder, { recursive: true });
});
