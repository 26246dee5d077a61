import { describe, expect, test } from "vitest";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { checkedConfig, decodeConfig, encodeConfig } from "./read-config.ts";

describe("files", () => {
  test("names are snake_case there and camelCase here; names of the user stay", () => {
    const config: VerificationConfig = {
      answeringModels: [
        { modelName: "m", endpointBaseUrl: "http://h/v1", extraKwargs: { topP: 1, top_k: 2 } },
      ],
      answererConcurrencyLimits: { myModel: 2 },
      fewShotConfig: { questionConfigs: { "urn:uuid:question-Ab": { selectedExamples: [0, "abc"] } } },
    };
    const json = encodeConfig(config);
    expect(json).toEqual({
      answering_models: [
        { model_name: "m", endpoint_base_url: "http://h/v1", extra_kwargs: { topP: 1, top_k: 2 } },
      ],
      answerer_concurrency_limits: { myModel: 2 },
      few_shot_config: { question_configs: { "urn:uuid:question-Ab": { selected_examples: [0, "abc"] } } },
    });
    expect(decodeConfig(json, "it")).toEqual(config);
  });

  test("an unknown key is named with the nearest known one", () => {
    const json = { replicate_cuont: 2, answering_models: [{ model_name: "m", temprature: 1 }], zzz: 1 };
    expect(() => decodeConfig(json, "Preset p.json")).toThrowErrorMatchingInlineSnapshot(`
      [KareninaError: Preset p.json has 3 problems:
        - unknown key "replicate_cuont", did you mean "replicate_count"?
        - answering_models[0]: unknown key "temprature", did you mean "temperature"?
        - unknown key "zzz"]
    `);
    expect(() => decodeConfig({ replicateCount: 2 }, "It")).toThrow('did you mean "replicate_count"?');
  });

  test("of very many unknown keys the first are named and the others counted", () => {
    const json = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`strange_${n}`, n]));
    expect(() => decodeConfig(json, "Preset p.json")).toThrow(
      /has 21 problems:[\s\S]*49980 more unknown keys$/,
    );
  });

  test("an unknown key hides no wrong value beside it", () => {
    const json = { replicate_cuont: 2, async_max_workers: 0 };
    expect(() => decodeConfig(json, "Preset p.json")).toThrowErrorMatchingInlineSnapshot(`
      [KareninaError: Preset p.json has 2 problems:
        - unknown key "replicate_cuont", did you mean "replicate_count"?
        - async_max_workers: expected at least 1, found number 0]
    `);
  });

  test("a wrong value is a wrong setting, with the nearest one that exists", () => {
    const json = { evaluation_mode: "template_onyl", answering_models: [{ interface: "openai_endpont" }] };
    expect(() => decodeConfig(json, "It")).toThrow(expect.objectContaining({ code: "configuration" }));
    expect(() => decodeConfig(json, "It")).toThrow('"template_onyl", did you mean "template_only"?');
    expect(() => decodeConfig(json, "It")).toThrow('"openai_endpont", did you mean "openai_endpoint"?');
  });

  test("a wrong value is named with what was expected; a key is never shown", () => {
    expect(() => decodeConfig({ replicate_count: "two" }, "It")).toThrow(/replicate_count: expected .*"two"/);
    const secret = { answering_models: [{ endpoint_api_key: ["sk-secret"] }] };
    expect(() => decodeConfig(secret, "It")).not.toThrow(/sk-secret/);
    expect(() => decodeConfig(secret, "It")).toThrow(/endpoint_api_key/);
  });
});

test("a configuration from untyped code is checked as well", () => {
  const config = { replicatecount: 2, asyncMaxWorkers: 0 } as VerificationConfig; // what JavaScript would let through
  expect(() => checkedConfig(config)).toThrow(
    /unknown key "replicatecount", did you mean "replicateCount"\?/,
  );
  expect(() => checkedConfig(config)).toThrow(/asyncMaxWorkers: /);
});

test.each([
  [{ replicateCount: 0 }, "replicateCount: expected at least 1, found 0"],
  [{ replicateCount: "2" }, 'replicateCount: expected a number, found "2"'],
  [
    { answeringModels: [{ modelName: { doGenerate() {} } }] },
    "answeringModels[0].modelName: expected the name of a model, found an object; a model object of the AI SDK goes into `model`",
  ],
  [
    { answeringModels: [() => "BCL2"] },
    "answeringModels[0]: expected an object, found a function; a function goes into `answer`: { id, answer }",
  ],
  [{ answeringModels: ["gpt-5"] }, 'answeringModels[0]: expected an object, found "gpt-5"; such as {'],
])("untyped code is told what was expected and found, and what to do: %j", (config, message) => {
  const untyped = config as VerificationConfig; // what JavaScript would let through
  expect(() => checkedConfig(untyped)).toThrow(message);
});
