import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { capturedIo } from "../../testing/captured-io.ts";
import { presetShow } from "./preset-show.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "preset-show-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A preset as shown as text and as JSON. */
async function shown(preset: object): Promise<readonly string[]> {
  const file = path.join(folder, "p.json");
  await writeFile(file, JSON.stringify(preset));
  return Promise.all(
    [false, true].map(async (json) => {
      const io = capturedIo({ workingDirectory: folder });
      await presetShow(file, { json }, io);
      return io.out();
    }),
  );
}

test("a key in a preset is shown nowhere, wherever it stands", async () => {
  const key = "litZ9k2Qm47Xw81Vb3";
  const model = {
    model_name: "m",
    endpoint_base_url: `https://user:${key}@host.example/v1?apikey=${key}`,
    endpoint_api_key: key,
    extra_kwargs: { defaultHeaders: { authorization: `Bearer ${key}` } },
    mcp_urls_dict: { x: `npx server --token ${key}`, y: `https://host.example/mcp?apikey=${key}` },
  };
  const search = `mcp:npx search --token ${key}#search`;
  const models = { answering_models: [model], parsing_models: [model] };
  for (const text of await shown({ ...models, deep_judgment_search_tool: search })) {
    expect(text).toContain("host.example");
    expect(text).toContain("starts the program");
    expect(text).not.toContain(key);
  }
});

test.each([true, false])("the way of the embedding check's key is said, with the check %s", async (isOn) => {
  const check = {
    embedding_check_enabled: isOn,
    embedding_check_base_url: "https://stranger.example/v1",
    embedding_check_api_key_env: "MY_KEY",
  };
  for (const text of await shown({ ...check, answering_models: [{ model_name: "m" }] }))
    expect(text).toContain("sends the key in MY_KEY to stranger.example (the embedding check)");
});

test("names and descriptions command no terminal, and cannot pass for a line of their own", async () => {
  const preset = { name: "p", description: "nice\u001b[2J\nThis preset is harmless.", config: {} };
  const [text = ""] = await shown(preset);
  expect(text).not.toContain("\u001b");
  expect(text).not.toMatch(/^This preset is harmless/m);
});
