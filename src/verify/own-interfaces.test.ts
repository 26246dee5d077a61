import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hurriedClock } from "../base/testing/hurried-clock.ts";
import { loadPreset } from "../config/presets/load-preset.ts";
import { savePreset } from "../config/presets/save-preset.ts";
import type { ModelConfig } from "../config/settings/model-config.ts";
import { resolveConfig } from "../config/verification/resolve-config.ts";
import { defineInterface, type InterfaceDefinition } from "../models/index.ts";
import { scriptedModel } from "../pipeline/testing/scripted-model.ts";
import { outcomeOf } from "../result/index.ts";
import { assistantMessage, noUsage } from "../trace/index.ts";
import type { RunVerificationOptions } from "./run-options.ts";
import { judgeLlm, runOne, runOwn } from "./testing/own-model-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "own-models-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("what is handed over", () => {
  const answer = () => "It is BCL2.";

  test.each<[string, ModelConfig, string]>([
    ["twice", { id: "m", answer, llm: judgeLlm(), model: {} as never }, "expected a model object"],
    [
      "in two ways",
      { id: "m", answer, agent: { run: async () => ({}) as never } },
      "answeringModels[0].answer",
    ],
    [
      "beside an interface",
      { id: "m", answer, interface: "openrouter" },
      'reached by the interface "openrouter"',
    ],
    ["with an address", { id: "m", answer, endpointBaseUrl: "http://h/v1" }, "endpointBaseUrl: is only for"],
    ["without a name", { answer }, "expected the name of a model, found none"],
  ])("%s is refused before the run", async (_, model, message) => {
    await expect(runOwn({ model })).rejects.toThrow(message);
  });

  test("cannot be kept in a preset", async () => {
    const saved = savePreset({
      name: "mine",
      config: { answeringModels: [{ id: "m", answer }] },
      workingDirectory: folder,
      environment: {},
    });
    await expect(saved).rejects.toThrow(
      "answering_models[0].answer: a value of the program cannot be written to a file",
    );
  });

  test("is named in a log, which the same program can resume", async () => {
    const output = path.join(folder, "run.jsonl");
    let fails = true;
    const model: ModelConfig = {
      id: "mine",
      answer: () => {
        if (fails) throw new Error("down");
        return "It is BCL2.";
      },
    };
    await runOwn({ model, options: { output } });
    expect(await readFile(output, "utf8")).toContain('"id":"mine","interface":"value"');
    fails = false;
    const results = await runOwn({ model, options: { output, resume: true, retryFailed: true } });
    expect(results.map(outcomeOf)).toEqual(["pass"]);
  });
});

describe("an interface of one's own", () => {
  const opened: string[] = [];
  const myLab = defineInterface({
    name: "my_lab",
    label: "the models of our lab",
    tier: "tool_loop",
    connect: async ({ modelName, extraKwargs }, { environment }) => {
      opened.push(`${modelName} ${environment.MY_LAB_KEY} ${JSON.stringify(extraKwargs)}`);
      return { kind: "llm", llm: scriptedModel(["It is BCL2."]) };
    },
  });

  test.each<[string, ModelConfig["interface"], RunVerificationOptions]>([
    ["its name", "my_lab", { interfaces: [myLab] }],
    ["itself", myLab, {}],
  ])("is chosen by %s, and is in results by its name", async (_, choice, options) => {
    opened.length = 0;
    const model: ModelConfig = { interface: choice, modelName: "m-2", extraKwargs: { lane: 3 } };
    const result = await runOne({ model, options: { ...options, environment: { MY_LAB_KEY: "k" } } });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.metadata.answering).toMatchObject({ interface: "my_lab", modelName: "m-2" });
    expect(opened).toEqual(['m-2 k {"lane":3}']);
  });

  test("is known to presets", async () => {
    const file = path.join(folder, "p.json");
    await writeFile(file, JSON.stringify({ answering_models: [{ interface: "my_lab", model_name: "m-2" }] }));
    const { config } = await loadPreset(file, { interfaces: [myLab] });
    expect(config.answeringModels?.[0]?.interface).toBe(myLab);
    await expect(loadPreset(file)).rejects.toHaveProperty("hint", expect.stringContaining("--plugin"));
    await expect(loadPreset(file)).rejects.toThrow(
      /answering_models\[0\]\.interface: expected one of ai_sdk, .*found .*my_lab/,
    );
    const other = defineInterface({ ...myLab, name: "my_lap" });
    await expect(loadPreset(file, { interfaces: [other] })).rejects.toHaveProperty(
      "hint",
      'Beside those that come with karenina there is my_lap, did you mean "my_lap"?',
    );
  });

  test.each<[RunVerificationOptions, string]>([
    [{}, "in code, from `interfaces`"],
    [{ interfaces: [myLab] }, 'there is my_lab, did you mean "my_lab"?'],
  ])("that is misspelled in code is told what to do", async (options, hint) => {
    const run = runOwn({ model: { interface: "my_lap", modelName: "m" }, options });
    await expect(run).rejects.toMatchObject({ code: "configuration", hint: expect.stringContaining(hint) });
  });

  test("is known to resolveConfig", () => {
    const { answeringModels } = resolveConfig(
      {
        answeringModels: [{ interface: "my_lab", modelName: "m" }],
        parsingModels: [{ interface: myLab, modelName: "j" }],
      },
      { interfaces: [myLab] },
    );
    expect(answeringModels[0]?.interface).toBe("my_lab");
  });

  test("has settings where it says so; others are refused", async () => {
    const withAddress = defineInterface({
      ...myLab,
      takes: { endpointBaseUrl: { needed: "the lab's address" } },
    });
    const model: ModelConfig = { interface: withAddress, modelName: "m" };
    await expect(runOwn({ model })).rejects.toThrow(
      'interface "my_lab" needs the lab\'s address, found none',
    );
    const refused: ModelConfig = { interface: myLab, modelName: "m", modelPath: "m.gguf" };
    await expect(runOwn({ model: refused })).rejects.toThrow('modelPath: is only for interfaces "llama_cpp"');
  });

  test.each<[string, () => unknown, string]>([
    ["rejects", () => Promise.reject(new Error("no way in")), "no way in"],
    ["throws", () => JSON.parse("no way in"), "is not valid JSON"],
    ["gives nothing", () => undefined, 'no connection: expected { kind: "llm", llm }'],
    [
      "forgets the kind",
      async () => ({ llm: scriptedModel([]) }),
      'no connection: expected { kind: "llm", llm }',
    ],
    [
      "gives no model",
      async () => ({ kind: "llm", llm: {} }),
      "llm: expected an object with a method generate",
    ],
    [
      "gives no agent",
      async () => ({ kind: "runtime", agent: null }),
      "agent: expected an object with a method run",
    ],
  ])("whose connect %s is named with its model", async (_, connect, message) => {
    const broken = defineInterface({ ...myLab, connect: connect as typeof myLab.connect });
    const failure = await runOwn({ model: { id: "m", modelName: "m-2", interface: broken } }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: "configuration" });
    expect(String(failure)).toContain('The interface "my_lab" cannot open model "m": ');
    expect(String(failure)).toContain(message);
  });

  test("has a name of its own", async () => {
    const named = (name: string) => defineInterface({ ...myLab, name });
    expect(() => named("My Lab")).toThrow('such as my_lab; found "My Lab"');
    const model: ModelConfig = { interface: myLab, modelName: "m" };
    for (const interfaces of [[named("ai_sdk")], [myLab, named("my_lab")], [named("value")]])
      await expect(runOwn({ model, options: { interfaces } })).rejects.toThrow("There is another interface");
  });
});

describe("an interface of one's own", () => {
  const reply = {
    text: "It is BCL2.",
    message: assistantMessage("It is BCL2."),
    ...{ usage: noUsage, usageKnown: false, model: "m-1", finishReason: "stop" as const },
  };
  const opening = (connect: InterfaceDefinition["connect"]): ModelConfig => ({
    interface: defineInterface({ name: "lab", tier: "tool_loop", connect }),
    modelName: "m-1",
  });
  const closing = (close: () => Promise<void>) =>
    opening(async () => ({
      kind: "llm",
      llm: {
        capabilities: { systemPrompt: true, structuredOutput: false },
        generate: async () => reply,
        [Symbol.asyncDispose]: close,
      },
    }));

  test.each<[string, () => Promise<void>, string]>([
    ["fails", () => Promise.reject(new Error("no route")), "no route"],
    ["never ends", () => new Promise(() => {}), "it took longer than 5 s"],
  ])("keeps its results where closing it %s, and says so once", async (_, close, why) => {
    const warnings: string[] = [];
    const result = await runOne({
      model: closing(close),
      options: { clock: hurriedClock(), warn: (warning) => warnings.push(warning) },
    });
    expect(outcomeOf(result)).toBe("pass");
    expect(warnings).toEqual([`The connection of model "m-1" was not closed: ${why}`]);
  });

  test("that never opens ends with the run", async () => {
    const controller = new AbortController();
    const model = opening(() => {
      queueMicrotask(() => controller.abort());
      return new Promise(() => {});
    });
    await expect(runOne({ model, options: { signal: controller.signal } })).rejects.toMatchObject({
      code: "cancelled",
    });
  });

  test("shows no key that it has taken from the environment", async () => {
    const environment = { LAB_KEY: "a-key-of-the-lab-001" };
    const model = opening(async (_, context) => ({
      kind: "runtime",
      agent: {
        tier: "tool_loop",
        run: () => Promise.reject(new Error(`no access with ${context.environment.LAB_KEY}`)),
        async [Symbol.asyncDispose]() {},
      },
    }));
    const result = await runOne({ model, options: { environment } });
    expect(result.metadata.error).toBe('Model "m-1" threw: no access with [hidden]');
  });

  test("cannot hand over as prepared what no result can hold", async () => {
    const usage = { inputTokens: Number.NaN, outputTokens: 0, totalTokens: 0 };
    const made = { messages: [reply.message], usage, usageKnown: true, model: "m", turns: 1 };
    const agent = {
      tier: "tool_loop" as const,
      run: async () => ({ ...made, limitReached: false, timeoutReached: false }),
      async [Symbol.asyncDispose]() {},
    };
    const result = await runOne({ model: opening(async () => ({ kind: "prepared", agent })) });
    expect(result.metadata.error).toContain("its reply cannot be used: usage.inputTokens");
  });
});
