import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startOpenAiServer } from "../models/testing/index.ts";
import { runCommandLine } from "./run-command-line.ts";
import { capturedIo } from "./testing/captured-io.ts";

test("whoever leaves a run at once is told how to go on, once there is a log", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "last-words-"));
  const lastWords = new Set<() => void>();
  await using server = await startOpenAiServer({
    chat: () => {
      for (const say of lastWords) say();
      return '{"target": "BCL2"}';
    },
  });
  const environment = { XDG_STATE_HOME: path.join(folder, "state") };
  const io = capturedIo({ workingDirectory: folder, environment, lastWords });
  const benchmark = path.join(import.meta.dirname, "../../examples/quickstart/benchmark.yaml");
  const models = ["--base-url", server.url, "--answering-model", "m", "--parsing-model", "j"];
  const flags = ["--questions", "0", "--no-preflight", "--quiet", "--output", "my run.jsonl", "--no-async"];
  const ended = await runCommandLine(
    ["verify", benchmark, ...models, ...flags],
    { ...io, clock: async () => io.clock },
    "1.2.3",
  );
  const [first] = io.err().match(/^Resume with.*$/gm) ?? [];
  expect(first).toBe("Resume with: npx karenina verify --resume 'my run.jsonl'");
  expect(ended).toBe(0);
  expect(lastWords.size).toBe(0);
  await rm(folder, { recursive: true });
});
