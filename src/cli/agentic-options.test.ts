import { describe, expect, test } from "vitest";
import { applyOverrides, type VerificationConfig } from "../config/index.ts";
import { overridesFromOptions } from "./config-from-options.ts";
import { optionsOf, type PrecedenceRow, resolved, setting } from "./testing/precedence.ts";

const agent = { modelName: "m", interface: "workspace_agent", modelProvider: "openai" } as const;
const models: VerificationConfig = { answeringModels: [agent], parsingModels: [agent] };

type Setting = Parameters<typeof setting>[0];
const row = (
  name: Setting,
  value: string | undefined,
  [flag, preset, fallback]: readonly unknown[],
  base = {},
) => ({
  ...{ name, value, base },
  values: { flag, preset, fallback },
});
const yesAndNo = (name: Setting, flag: string, fallback: boolean) => ({
  [`--${flag}`]: row(name, undefined, [true, false, fallback]),
  [`--no-${flag}`]: row(name, undefined, [false, true, fallback]),
});

const table = {
  ...yesAndNo("agenticParsing", "agentic-parsing", false),
  "--agentic-parsing-trigger": row("agenticParsingTrigger", "dynamic", ["dynamic", "always", "always"], {
    agenticParsing: true,
  }),
  "--agentic-judge-context": row("agenticJudgeContext", "trace_only", [
    "trace_only",
    "trace_and_workspace",
    "workspace_only",
  ]),
  "--agentic-parsing-max-turns": row("agenticParsingMaxTurns", "5", [5, 7, 15]),
  "--agentic-parsing-timeout": row("agenticParsingTimeout", "9.5", [9.5, 7, 120]),
  ...yesAndNo("agenticParsingMaterializeTrace", "agentic-parsing-materialize-trace", false),
  ...yesAndNo("agenticParsingPersistTrace", "agentic-parsing-persist-trace", false),
  "--agentic-rubric-strategy": row("agenticRubricStrategy", "shared", ["shared", "individual", "individual"]),
  ...yesAndNo("agenticRubricParallel", "agentic-rubric-parallel", false),
  ...yesAndNo("workspaceCopy", "workspace-copy", true),
  ...yesAndNo("workspaceCleanup", "workspace-cleanup", true),
  "--workspace-output-mode": row("workspaceOutputMode", "full", ["full", "produced", "none"]),
  "--workspace-output-dir": row("workspaceOutputDir", "/a", ["/a", "/b", null]),
  "--workspace-output-exclude": row("workspaceOutputExcludePatterns", "*.log", [["*.log"], ["*.tmp"], []]),
};
const rows = Object.entries(table).map(([flag, { name, value, values, base }]): [string, PrecedenceRow] => {
  const { preset, ...rest } = setting(name, value === undefined ? [flag] : [flag, value], values);
  return [flag, { ...rest, preset: { ...preset, ...models, ...base } }];
});

describe("flag > preset > default", () => {
  test.each(rows)("%s", (_, { argv, flag, preset, presetValue, fallback, read }) => {
    expect(read(resolved(argv, preset))).toEqual(flag);
    expect(read(resolved([], preset))).toEqual(presetValue);
    expect(read(resolved([], models))).toEqual(fallback);
  });
});

const servers = (argv: readonly string[], preset: VerificationConfig = models) =>
  applyOverrides(overridesFromOptions(optionsOf(argv)), preset);

test("MCP servers are those of the model under test", () => {
  const config = servers([
    "--mcp",
    "a=http://h/mcp?x=1",
    "--mcp",
    "b=npx -y server /data",
    "--mcp-tool-filter",
    "x, y",
  ]);
  expect(config.answeringModels?.[0]).toEqual({
    ...agent,
    mcpUrlsDict: { a: "http://h/mcp?x=1", b: "npx -y server /data" },
    mcpToolFilter: ["x", "y"],
  });
  expect(config.parsingModels?.[0]).toEqual(agent);
  expect(() => servers(["--mcp", "http://h/mcp"])).toThrow("expected a name and a server");
  expect(() => servers(["--mcp", "a=x", "--mcp", "a=y"])).toThrow('two servers are called "a"');
});

test("a workspace agent stays one when its model is reached in another way", () => {
  const endpoint = servers(["--base-url", "http://h/v1"]).answeringModels?.[0];
  expect(endpoint).toMatchObject({ interface: "workspace_agent", endpointBaseUrl: "http://h/v1" });
  const replayed = servers(["--replay", "/r.jsonl"], { answeringModels: [endpoint ?? {}] })
    .answeringModels?.[0];
  expect(replayed).toMatchObject({ interface: "workspace_agent", replayFile: "/r.jsonl" });
  const vendor = servers(["--answering-provider", "google"], { answeringModels: [replayed ?? {}] });
  expect(vendor.answeringModels?.[0]).toEqual({ ...agent, modelProvider: "google" });
});
