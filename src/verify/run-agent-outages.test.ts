import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { hurriedClock } from "../base/testing/hurried-clock.ts";
import { openAiWire, startModelServer } from "../models/testing/index.ts";
import { outcomeOf } from "../result/index.ts";
import { probeText, type RunEvents } from "../run/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "agent-outages-"));
  await mkdir(path.join(folder, "task"));
  await writeFile(path.join(folder, "task", "note.txt"), "The target is BCL2.\n");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function sample(): Benchmark {
  const benchmark = Benchmark.create({ name: "Sample" });
  benchmark.workspaceRoot = folder;
  benchmark.addQuestion({
    ...{ id: "q", question: "What is the target?", rawAnswer: "BCL2", workspacePath: "task" },
    template: answerTemplate({
      target: verified(z.string(), { description: "Target", groundTruth: "BCL2", verifyWith: exactMatch() }),
    }),
  });
  return benchmark;
}

test("an agent that loses its model in the middle begins anew in a new workspace when the model is back", async () => {
  const clock = hurriedClock();
  const firstLooks: string[] = [];
  let downAt = Number.POSITIVE_INFINITY;
  await using server = await startModelServer(
    ({ body }) => {
      const since = clock.monotonic() - downAt;
      if (since >= 0 && since < 30_000) return { truncated: "" };
      const said = JSON.stringify(body.messages);
      if (said.includes(probeText)) return { body: openAiWire.reply({ text: "OK" }) };
      if (body.response_format !== undefined)
        return { body: openAiWire.reply({ text: '{"target":"BCL2"}' }) };
      const tools = said.match(/"role":"tool"/g)?.length ?? 0;
      const call = (name: string, input: object) => ({
        body: openAiWire.reply({ text: "", calls: [{ id: `c${tools}`, name, input: { ...input } }] }),
      });
      if (tools === 0) return call("list_files", {});
      if (tools === 1) {
        firstLooks.push(said);
        return call("write_file", { path: "draft.txt", content: "half" });
      }
      if (downAt === Number.POSITIVE_INFINITY) {
        downAt = clock.monotonic();
        return { truncated: "" };
      }
      return { body: openAiWire.reply({ text: "It is BCL2." }) };
    },
    { probes: true },
  );
  const told: string[] = [];
  const states: string[] = [];
  const events: RunEvents = {
    taskStarted: () => told.push("started"),
    serverChanged: ({ state }) => states.push(state),
    taskPutBack: () => told.push("put back"),
    taskFinished: ({ result }) => told.push(outcomeOf(result)),
  };
  const model = { modelName: "m", endpointBaseUrl: server.url };
  const agent = {
    ...model,
    interface: "workspace_agent" as const,
    agentRuntime: { backend: "none" as const },
  };
  await sample().runVerification(
    { answeringModels: [agent], parsingModels: [model] },
    { clock, random: () => 0.5, events },
  );
  expect(states).toEqual(["paused", "reachable"]);
  expect(told).toEqual(["started", "put back", "started", "pass"]);
  expect(firstLooks).toHaveLength(2);
  expect(firstLooks[1]).not.toContain("draft.txt");
  expect((await readdir(folder)).filter((name) => name !== "task")).toEqual([]);
});
