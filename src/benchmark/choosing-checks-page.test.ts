import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import {
  createPatternEngine,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  snakeCase,
} from "../base/index.ts";
import {
  type AnswerTemplate,
  acceptAnswer,
  emptyAnswer,
  needsJudge,
  primitives,
  templateWords,
  validateTemplate,
  verifyAnswer,
} from "../template/index.ts";
import { parseBenchmark } from "./benchmark-file.ts";

const page = await readFile(new URL("../../docs/choosing-checks.md", import.meta.url), "utf8");
const tools = { patterns: createPatternEngine() };

/** A question of the page, what is said of it in words, and values with their verdicts. */
const examples = Array.from(
  page.matchAll(/```yaml\n(- question: (.*)\n[\s\S]*?)```\n\nIn words: (.*)\n\n([\s\S]*?)\n(?!\|)/g),
  ([, yaml = "", question = "", words = "", table = ""]) => ({
    ...{ yaml, question, words },
    rows: Array.from(
      table.matchAll(/^\| `(.*?)` +\| (right|wrong) +\|(?: ([\d.]+) +\|)?$/gm),
      ([, value = "", verdict = "", credit]) => ({ value: JSON.parse(value), verdict, credit }),
    ),
    lines: table.trim().split("\n").length,
  }),
);

async function templateOf(yaml: string): Promise<AnswerTemplate> {
  const file = `karenina: 1\nname: page\nquestions:\n${yaml}`;
  const { questions, warnings } = await parseBenchmark(file, "page.yaml", "");
  const template = questions[0]?.template;
  expect(warnings).toEqual([]);
  if (template?.kind !== "native") throw new Error("expected a template");
  return template.template;
}

/** What becomes of a value that a judge reads, or of an answer where none is asked. */
function verify(template: AnswerTemplate, value: JsonValue) {
  const isText = !needsJudge(template);
  const given: JsonObject = isText ? {} : isJsonObject(value) ? value : { answer: value };
  const accepted = isText
    ? { ok: true as const, value: emptyAnswer() }
    : acceptAnswer(template, given, tools);
  if (!accepted.ok) throw new Error(accepted.problems.join("\n"));
  return verifyAnswer(template, accepted.value, { trace: isText ? String(value) : "", tools });
}

describe("each example of the page is decided as it says", () => {
  test("every block and every row is one", () => {
    expect(examples).toHaveLength(page.match(/```yaml/g)?.length ?? 0);
    for (const { question, rows, lines } of examples)
      expect([question, rows.length]).toEqual([question, lines - 2]);
  });

  test.each(examples)("$question", async ({ yaml, words, rows }) => {
    const template = await templateOf(yaml);
    expect(await validateTemplate(template, tools)).toEqual([]);
    const { fields, passes } = templateWords(template);
    expect(fields.length > 1 ? passes : fields[0]?.right[0]).toBe(words);
    for (const { value, verdict, credit } of rows) {
      const { verifyResult, granular } = await verify(template, value);
      expect([value, verifyResult ? "right" : "wrong"]).toEqual([value, verdict]);
      if (credit !== undefined) expect(granular).toBeCloseTo(Number(credit), 2);
    }
  });
});

test("every check there is stands in an example, but for the one that embeddings decide", () => {
  const shown = examples.map(({ yaml }) => yaml).join("\n");
  const names = primitives.map(({ type }) => snakeCase(type));
  expect(names.filter((name) => !new RegExp(`check: \\{?${name}\\b`).test(shown))).toEqual([
    "semantic_match",
  ]);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
