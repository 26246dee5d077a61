import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTraitConfig } from "./read-trait-config.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "trait-config-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(content: unknown) {
  const file = path.join(folder, "traits.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return readTraitConfig(file);
}

test("seed 002: settings by trait, and by question and trait; names stay as they are", async () => {
  const json = {
    global: {
      safety_check: { enabled: true, excerpt_enabled: true, max_excerpts: 5, search_enabled: true },
      clarityScore: { enabled: true, excerpt_enabled: false, max_excerpts: null },
    },
    question_specific: {
      "question-abc-123": { safety_check: { fuzzy_match_threshold: 0.9, excerpt_retry_attempts: 0 } },
    },
  };
  expect(await read(`\uFEFF${JSON.stringify(json)}`)).toEqual({
    global: {
      safety_check: { enabled: true, excerptEnabled: true, maxExcerpts: 5, searchEnabled: true },
      clarityScore: { enabled: true, excerptEnabled: false, maxExcerpts: null },
    },
    questionSpecific: {
      "question-abc-123": { safety_check: { fuzzyMatchThreshold: 0.9, excerptRetryAttempts: 0 } },
    },
  });
  expect(await read({ global_traits: { tone: {} } })).toEqual({ globalTraits: { tone: {} } });
});

test.each([
  ["{", "file_unreadable", "is not JSON"],
  ["[]", "configuration", "expected object, found an array of 0"],
  [{ globl: {} }, "configuration", 'unknown key "globl", did you mean "global"?'],
  [{ tone: { enabled: true } }, "configuration", 'unknown key "tone"'],
  [
    { global: { tone: { maxExcerpts: 2 } } },
    "configuration",
    'global.tone: unknown key "maxExcerpts", did you mean "max_excerpts"?',
  ],
  [
    { question_specific: { q: { tone: { serach_enabled: true } } } },
    "configuration",
    'question_specific.q.tone: unknown key "serach_enabled", did you mean "search_enabled"?',
  ],
  [{ global: { tone: { max_excerpts: 0 } } }, "configuration", "global.tone.max_excerpts"],
  [{ global: { tone: { fuzzy_match_threshold: 80 } } }, "configuration", "global.tone.fuzzy_match_threshold"],
  [{ global: { tone: true } }, "configuration", "global.tone: expected object, found boolean true"],
])("%j is refused", async (content, code, message) => {
  await expect(read(content)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
});

test("a value out of range is said in a sentence, and an unknown key beside it hides nothing", async () => {
  const wrong = { fuzzy_match_threshold: 1.5, max_excerpts: 0 };
  const shown = (error: unknown) => String(error).replace(folder, "FOLDER");
  expect(await read({ global: { concise: wrong } }).catch(shown)).toMatchInlineSnapshot(`
    "KareninaError: The file of trait settings FOLDER/traits.json has 2 problems:
      - global.concise.max_excerpts: expected at least 1, found number 0
      - global.concise.fuzzy_match_threshold: expected at most 1, found number 1.5"
  `);
  expect(
    await read({ global: { concise: { ...wrong, serach_enabled: true } } }).catch(shown),
  ).toMatchInlineSnapshot(`
    "KareninaError: The file of trait settings FOLDER/traits.json has 3 problems:
      - global.concise: unknown key "serach_enabled", did you mean "search_enabled"?
      - global.concise.max_excerpts: expected at least 1, found number 0
      - global.concise.fuzzy_match_threshold: expected at most 1, found number 1.5"
  `);
});

test("a file that is not there", async () => {
  const file = path.join(folder, "nowhere.json");
  await expect(readTraitConfig(file)).rejects.toMatchObject({
    code: "file_not_found",
    message: expect.stringContaining(file),
  });
});
