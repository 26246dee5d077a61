import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { echoServer } from "../mcp/testing/fault-source.ts";
import { startOpenAiServer } from "../models/testing/index.ts";
import { Benchmark } from "./benchmark.ts";

test.each([
  [
    "a program that is not there",
    { mcpUrlsDict: { files: "no-such-program --stdio" } },
    {
      code: "configuration",
      message: expect.stringContaining('"files" (no-such-program) could not be started'),
    },
  ],
  [
    "a filter that names no tool",
    { mcpUrlsDict: { everything: echoServer }, mcpToolFilter: ["echoo"] },
    {
      code: "configuration",
      hint: "Did you mean echo?",
      message: expect.stringContaining('tool filter names "echoo"'),
    },
  ],
  [
    "an override that names no tool",
    { mcpUrlsDict: { everything: echoServer }, mcpToolDescriptionOverrides: { shout: "Shouts." } },
    { code: "configuration", message: expect.stringContaining('description overrides names "shout"') },
  ],
  [
    "a server that cannot be reached",
    { mcpUrlsDict: { remote: "http://127.0.0.1:9/mcp" } },
    { code: "transport", message: expect.stringContaining('"remote"') },
  ],
])("a run does not start with %s", async (_, settings, error) => {
  const folder = await mkdtemp(path.join(tmpdir(), "tools-"));
  await using server = await startOpenAiServer({ chat: () => "BCL2" });
  const model = { modelName: "m", endpointBaseUrl: server.url };
  const benchmark = Benchmark.create({ name: "Tools" });
  for (const id of ["q1", "q2"]) benchmark.addQuestion({ id, question: `${id}?`, rawAnswer: "BCL2" });
  const output = path.join(folder, "log.jsonl");
  await expect(
    benchmark.runVerification(
      { answeringModels: [{ ...model, ...settings }], parsingModels: [model] },
      { output },
    ),
  ).rejects.toMatchObject(error);
  expect(server.requests).toHaveLength(0);
  expect(await readdir(folder)).toEqual([]); // no log of a run that never was
  await rm(folder, { recursive: true });
});
