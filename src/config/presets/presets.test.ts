import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Clock } from "../../base/index.ts";
import { anyCharacter } from "../../base/testing/any-character.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { checkedConfig } from "../verification/read-config.ts";
import { resolveConfig } from "../verification/resolve-config.ts";
import { deletePreset } from "./delete-preset.ts";
import { loadPreset } from "./load-preset.ts";
import { presetFileName } from "./preset-name.ts";
import { listPresets, resolvePresetPath } from "./preset-path.ts";
import { savePreset } from "./save-preset.ts";
import { withoutSecrets } from "./without-secrets.ts";

let folder: string;
let now: number;
const clock: Clock = { now: () => now, monotonic: () => now, sleep: async () => {} };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "presets-"));
  now = Date.UTC(2026, 0, 31, 12);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const place = () => ({ workingDirectory: folder, environment: {} });
const save = (config: VerificationConfig, more: object = {}) =>
  savePreset({ ...place(), name: "Strict judge", config, clock, newId: () => "id-1", ...more });

const config: VerificationConfig = {
  answeringModels: [{ id: "a", modelName: "m", endpointBaseUrl: "http://h/v1", apiKeyEnv: "MY_KEY" }],
  parsingModels: [
    { modelName: "j", modelProvider: "openai", temperature: 0, extraKwargs: { openai: { user: "x" } } },
  ],
  replicateCount: 2,
};

describe("saving and loading", () => {
  test.each([
    ["a preset", { $schema: "preset.schema.json", config: { replicate_count: 3 } }],
    ["a bare configuration", { $schema: "preset.schema.json", replicate_count: 3 }],
  ])("%s may name its schema for editors", async (_, content) => {
    const file = path.join(folder, "with-schema.json");
    await writeFile(file, JSON.stringify(content));
    expect((await loadPreset(file)).config).toEqual({ replicateCount: 3 });
  });

  test("what is saved comes back, in the documented form", async () => {
    const file = await save(config, { description: "For CI" });
    expect(file).toBe(path.join(folder, "presets", "strict-judge.json"));
    expect(await readFile(file, "utf8")).toMatchInlineSnapshot(`
      "{
        "format_version": "1.0",
        "id": "id-1",
        "name": "Strict judge",
        "description": "For CI",
        "config": {
          "answering_models": [
            {
              "id": "a",
              "model_name": "m",
              "endpoint_base_url": "http://h/v1",
              "api_key_env": "MY_KEY"
            }
          ],
          "parsing_models": [
            {
              "model_provider": "openai",
              "model_name": "j",
              "temperature": 0,
              "extra_kwargs": {
                "openai": {
                  "user": "x"
                }
              }
            }
          ],
          "replicate_count": 2
        },
        "created_at": "2026-01-31T12:00:00.000Z",
        "updated_at": "2026-01-31T12:00:00.000Z"
      }
      "
    `);
    expect((await loadPreset(file)).config).toEqual(config);
  });

  test("any settings survive", async () => {
    const settings = fc.record(
      {
        replicateCount: fc.integer({ min: 1, max: 99 }),
        abstentionEnabled: fc.boolean(),
        embeddingCheckThreshold: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
        taskOrdering: fc.constantFrom("auto" as const, "random" as const),
        answererConcurrencyLimits: fc.oneof(fc.integer({ min: 1 }), fc.constant({ myModel_A: 3 })),
        promptConfig: fc.record({ parsing: fc.string(), generation: fc.constant(null) }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(settings, async (given) => {
        const loaded = await loadPreset(await save(given, { overwrite: true }));
        expect(loaded.config).toEqual(checkedConfig(given));
      }),
      { numRuns: 30 },
    );
  });

  test("a preset is replaced only on demand, and keeps its id and the day it was made", async () => {
    await save(config);
    await expect(save(config)).rejects.toMatchObject({
      code: "invalid_input",
      hint: expect.stringContaining("--force"),
    });
    now += 60_000;
    const file = await save({ replicateCount: 5 }, { overwrite: true, newId: () => "id-2" });
    expect(await loadPreset(file)).toMatchObject({
      id: "id-1",
      createdAt: "2026-01-31T12:00:00.000Z",
      updatedAt: "2026-01-31T12:01:00.000Z",
      config: { replicateCount: 5 },
    });
    expect(await readdir(path.dirname(file))).toEqual(["strict-judge.json"]);
  });

  test("paths start at the preset's folder in the file, and are absolute after loading", async () => {
    const file = await save({ parsingModels: [{ modelName: "j", replayFile: "calls/j.jsonl" }] });
    expect(await readFile(file, "utf8")).toContain('"replay_file": "../calls/j.jsonl"');
    const [judge] = (await loadPreset(file)).config.parsingModels ?? [];
    expect(judge?.replayFile).toBe(path.join(folder, "calls/j.jsonl"));
  });
});

describe("design §9, 15: presets keep no secrets and stay loadable", () => {
  test("keys are left out", async () => {
    const file = await save({
      answeringModels: [{ modelName: "m", endpointBaseUrl: "http://h/v1", endpointApiKey: "sk-1" }],
      parsingModels: [{ modelName: "j", modelProvider: "anthropic", anthropicApiKey: "sk-2" }],
    });
    expect(await readFile(file, "utf8")).not.toMatch(/sk-|api_key/);
    await expect(loadPreset(file)).resolves.toBeDefined();
  });

  test.each([
    [
      { modelName: "m", extraKwargs: { extra_headers: { Authorization: "Bearer x" } } },
      "extra_kwargs.extra_headers.Authorization",
    ],
    [{ modelName: "m", extraKwargs: { headers: { accessToken: "x" } } }, "extra_kwargs.headers.accessToken"],
    [{ modelName: "m", endpointBaseUrl: "https://user:word@h/v1" }, "endpoint_base_url"],
    [{ modelName: "m", endpointBaseUrl: "https://h/v1?api-key=word&v=2" }, "endpoint_base_url"],
  ])("secrets in other places are refused: %o", async (model, named) => {
    await expect(save({ answeringModels: [model] })).rejects.toThrow(named);
    expect(await readdir(folder)).toEqual([]);
  });
});

test.each([
  ["https://user:word@h/v1", "https://h/v1"],
  ["https://h/v1?key=word&v=2", "https://h/v1?v=2"],
  ["https://h/v1?v=2", "https://h/v1?v=2"],
])(
  "no file holds what is secret in %s, the address of the embedding check included",
  async (address, kept) => {
    const config = {
      embeddingCheckBaseUrl: address,
      parsingModels: [{ modelName: "m", endpointBaseUrl: address }],
    };
    expect(withoutSecrets(config)).toEqual({
      embeddingCheckBaseUrl: kept,
      parsingModels: [{ modelName: "m", endpointBaseUrl: kept }],
    });
  },
);

test("a preset with a password in the address of the embedding check is refused", async () => {
  await expect(save({ embeddingCheckBaseUrl: "https://user:word@h/v1" })).rejects.toThrow(
    "embedding_check_base_url",
  );
});

describe("files of others", () => {
  const write = async (content: unknown) => {
    const file = path.join(folder, "theirs.json");
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };

  test("a preset of the Python system loads, masked keys and computed settings included", async () => {
    const model = {
      id: "a",
      model_provider: "openai",
      model_name: "gpt-4.1-mini",
      temperature: 0.1,
      max_tokens: 16384,
      interface: "langchain",
      system_prompt: null,
      max_retries: 2,
      endpoint_api_key: "**********",
      retry_policy: null,
    };
    const file = await write({
      id: "6f1c",
      name: "Theirs",
      description: null,
      config: {
        answering_models: [model],
        parsing_models: [model],
        replicate_count: 1,
        deep_judgment_mode: "disabled",
        few_shot_config: null,
        db_config: null,
        request_timeout: 120,
        retry_policy: { connection: { max_attempts: 3, backoff_min: 1, backoff_max: 10 } },
        rubric_enabled: false,
      },
      created_at: "2025-01-01T00:00:00+00:00",
      updated_at: "2025-01-01T00:00:00+00:00",
    });
    const preset = await loadPreset(file);
    expect(preset).toMatchObject({ id: "6f1c", name: "Theirs", config: { rubricEnabled: false } });
    expect(preset.config.answeringModels?.[0]?.interface).toBe("langchain");
  });

  test.each([
    ["openai_endpoint", { endpoint_base_url: "http://localhost:1/v1", endpoint_api_key: "**********" }],
    ["openrouter", {}],
  ])("an empty provider of %s is none", async (name, more) => {
    const model = { id: "a", model_provider: "", model_name: "m", interface: name, ...more };
    const file = await write({
      name: "Theirs",
      config: { answering_models: [model], parsing_models: [model] },
    });
    const { answeringModels, parsingModels } = resolveConfig((await loadPreset(file)).config);
    for (const [resolved] of [answeringModels, parsingModels])
      expect(resolved).toMatchObject({ interface: name, modelProvider: null });
  });

  test("a bare configuration loads", async () => {
    expect(await loadPreset(await write({ replicate_count: 4 }))).toMatchObject({
      name: "theirs",
      config: { replicateCount: 4 },
    });
  });

  test.each([
    ["{", "file_unreadable", "is not JSON"],
    ["[]", "invalid_input", "is not a JSON object"],
    [{ name: "x", config: null }, "configuration", "expected an object of settings"],
    [{ config: { interfce: 1 } }, "configuration", 'unknown key "interfce"'],
    [{ config: { replicate_count: 0 } }, "configuration", "replicate_count"],
    [{ format_version: "2.0", config: {} }, "format_from_future", "reads up to 1.0"],
  ])("%j is refused", async (content, code, message) => {
    await expect(loadPreset(await write(content))).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
});

describe("finding", () => {
  test("by name, by path, in a folder of one's own", async () => {
    const file = await save(config);
    expect(await resolvePresetPath("strict-judge", place())).toBe(file);
    expect(await resolvePresetPath("presets/strict-judge.json", place())).toBe(file);
    const elsewhere = { workingDirectory: "/", environment: { KARENINA_PRESETS_DIR: path.dirname(file) } };
    expect(await resolvePresetPath("strict-judge.json", elsewhere)).toBe(file);
    expect(await listPresets(elsewhere)).toMatchObject([{ name: "strict-judge", path: file }]);
  });

  test("a preset that is not there: the nearest name", async () => {
    await save(config);
    await expect(resolvePresetPath("strict-jugde", place())).rejects.toMatchObject({
      code: "file_not_found",
      hint: 'Did you mean "strict-judge"?',
    });
  });

  test("by name beside the working folder too, and where was looked is said", async () => {
    const beside = path.join(folder, "two.json");
    await writeFile(beside, '{"replicate_count": 2}');
    expect(await resolvePresetPath("two", place())).toBe(beside);
    await expect(resolvePresetPath("twoo", place())).rejects.toMatchObject({
      message: expect.stringContaining(
        `looked for ${path.join(folder, "twoo")}, ${beside.replace("two.json", "twoo.json")}, ${path.join(folder, "presets", "twoo.json")}`,
      ),
      hint: 'Did you mean "two.json"?',
    });
  });

  test("only presets can be deleted", async () => {
    const file = await save(config);
    const other = path.join(folder, "data.json");
    await writeFile(other, '{"rows": []}');
    await expect(deletePreset(other)).rejects.toThrow("unknown key");
    await deletePreset(file);
    expect(await listPresets(place())).toEqual([]);
  });
});

describe("names", () => {
  test.each([
    ["Claude, strict judge", "claude-strict-judge.json"],
    ["  a  --  b ", "a-b.json"],
    ["日本", "preset.json"],
    ["../../etc/passwd", "etcpasswd.json"],
  ])("%s becomes %s", (name, file) => {
    expect(presetFileName(name)).toBe(file);
  });

  test("any name becomes a plain file name", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) =>
        /^[a-z0-9][a-z0-9-]{0,95}\.json$/.test(presetFileName(name)),
      ),
    );
  });

  test.each([
    [{ name: " " }, "needs a name"],
    [{ name: "x".repeat(101) }, "at most 100"],
    [{ description: "x".repeat(501) }, "at most 500"],
  ])("%j is refused", async (texts, message) => {
    await expect(save(config, texts)).rejects.toThrow(message);
  });
});
