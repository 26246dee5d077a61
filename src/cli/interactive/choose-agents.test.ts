import { expect, test } from "vitest";
import { Benchmark } from "../../verify/index.ts";
import { capturedIo } from "../testing/captured-io.ts";
import { chooseRun } from "./choose-run.ts";
import { type ScriptedAnswer, scriptedPrompts } from "./testing/scripted-prompts.ts";

const benchmark = Benchmark.create({ name: "Sample" });
benchmark.addQuestion({ id: "a", question: "What is a?", rawAnswer: "a" });

const take = (...questions: readonly string[]) => questions.map((words): ScriptedAnswer => [words, "="]);

test("advanced asks for agents, tools of MCP servers, and whether the judge looks for itself", async () => {
  const prompts = scriptedPrompts([
    ...take("Which questions", "How often", "What is judged", "refusals", "lack what", "by meaning"),
    ...take("template filled in"),
    ["model under test reached", "openai_endpoint"],
    ["Address of the server", "http://h/v1"],
    ["Name of the model", "qwen3"],
    ...take("Its id", "holds the key", "Temperature", "System prompt"),
    ["tools of an MCP server", true],
    ["Name of the server", "files"],
    ["Its URL", "npx server /data"],
    ["Of another MCP server", false],
    ["Only these of its tools", "read, list"],
    ["Another model", false],
    ["judge reached", "workspace_agent"],
    ["agent's model reached", "openai_endpoint"],
    ["Address of the server", "http://h/v1"],
    ["Name of the model", "qwen3"],
    ...take("Its id", "holds the key", "Temperature", "System prompt"),
    ["Another judge", false],
    ...take("the correctness"),
    ["look into the workspace", true],
    ["When does it look", "dynamic"],
    ["What is it shown", "trace_and_workspace"],
    ["How many model calls for one", "7"],
    ...take("Which examples", "tasks at the same", "in flight", "Seconds", "repeated"),
    ["Save these", false],
    ["Run it now", true],
  ]);
  const chosen = await chooseRun(prompts, { benchmark, config: {}, mode: "advanced" }, capturedIo());
  prompts.done();
  expect(chosen?.settings.config).toMatchObject({
    answeringModels: [
      {
        interface: "openai_endpoint",
        mcpUrlsDict: { files: "npx server /data" },
        mcpToolFilter: ["read", "list"],
      },
    ],
    parsingModels: [{ interface: "workspace_agent", modelName: "qwen3", endpointBaseUrl: "http://h/v1" }],
    ...{ agenticParsing: true, agenticParsingTrigger: "dynamic" },
    ...{ agenticJudgeContext: "trace_and_workspace", agenticParsingMaxTurns: 7 },
  });
});
