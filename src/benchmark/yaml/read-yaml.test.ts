import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { CheckpointError } from "../problems/problem.ts";
import { readYaml } from "./read-yaml.ts";

const read = (text: string) => readYaml(text, "b.yaml", "2026-01-01T00:00:00.000Z");
const withQuestion = (lines: string, top = "") =>
  `karenina: 1\nname: N\n${top}questions:\n  - question: Q?\n${lines}`;
const templateOf = (text: string) => {
  const { questions, warnings } = read(text);
  expect(warnings).toEqual([]);
  const template = questions[0]?.template;
  if (template?.kind !== "native") throw new Error("no native template");
  return template.template;
};

function problems(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof CheckpointError)
      return error.problems.map(({ path, message }) => `${path}: ${message}`).join("\n");
    throw error;
  }
  throw new Error("the file was read");
}

test("the example of the page opens without a warning, with the templates it describes", async () => {
  const page = await readFile(new URL("../../../docs/yaml.md", import.meta.url), "utf8");
  const { questions, warnings, globalRubric } = read(/```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
  expect(warnings).toEqual([]);
  expect(globalRubric.regexTraits.map(({ name }) => name)).toEqual(["has_citations"]);
  const fields = questions.map(({ template }) =>
    template?.kind === "native" ? template.template.fields.map(({ name }) => name) : undefined,
  );
  expect(fields).toEqual([["answer"], ["answer"], ["target", "rationale", "dose"], undefined]);
  expect(questions[2]?.template).toMatchObject({
    template: {
      strategy: { type: "any_of" },
      fields: [
        { verification: { groundTruth: "BCL2", verifyWith: { type: "ExactMatch" } } },
        { name: "rationale" },
        { schema: { type: "number", minimum: 0 }, verification: { weight: 2 } },
      ],
    },
  });
  expect(questions.map(({ keywords }) => keywords.length)).toEqual([1, 1, 2, 1]);
});

test.each([
  ["BCL2", { type: "string" }, "BCL2"],
  ["no", { type: "string" }, "no"],
  ["2016-04-11", { type: "string" }, "2016-04-11"],
  ["14", { type: "number" }, "14"],
  ["1.10", { type: "number" }, "1.1"],
  ["true", { type: "boolean" }, "true"],
  ["[a, b]", { type: "array", items: { type: "string" } }, "a, b"],
])("the answer %s has the type %j and is %j as text", (answer, schema, text) => {
  const file = withQuestion(`    answer: ${answer}\n    check: {contains_any: {substrings: [x]}}\n`);
  expect(templateOf(file).fields[0]?.schema).toEqual(schema);
  expect(read(file).questions[0]?.rawAnswer).toBe(text);
});

test.each([
  ["date", { type: "string", format: "date" }],
  ["list of integer", { type: "array", items: { type: "integer" } }],
  ["{one_of: [I, II]}", { type: "string", enum: ["I", "II"] }],
  ["{list_of: {one_of: [1, a]}}", { type: "array", items: { enum: [1, "a"] } }],
])("the type %s is %j", (type, schema) => {
  const field = `    answer: a\n    fields:\n      f: {type: ${type}, description: d}\n      g: {description: d, truth: 1, check: numeric_exact}\n`;
  expect(templateOf(withQuestion(field)).fields[0]?.schema).toEqual(schema);
});

test("a ground truth may depend on an earlier turn", () => {
  const conditional =
    "{source: node_results.a, cases: {x: one, y: {truth: two, check: exact_match}}, default: z}";
  const file = withQuestion(
    `    answer: a\n    fields:\n      f: {description: d, type: text, check: exact_match, conditional_truth: ${conditional}}\n`,
  );
  expect(templateOf(file).fields[0]?.verification?.groundTruth).toEqual({
    conditional: true,
    source: "node_results.a",
    cases: { x: { value: "one" }, y: { value: "two", verifyWith: { type: "ExactMatch" } } },
    default: { value: "z" },
  });
});

test("no check is asked for beside a ground truth each of whose cases has its own", () => {
  const file = (conditional: string) =>
    withQuestion(
      `    answer: a\n    fields:\n      f: {description: d, type: text, conditional_truth: ${conditional}}\n`,
    );
  const one = "{truth: one, check: exact_match}";
  const { verification } =
    templateOf(
      file(`{source: node_results.a, cases: {x: ${one}}, default: {truth: z, check: literal_match}}`),
    ).fields[0] ?? {};
  expect(verification?.groundTruth).toMatchObject({ cases: { x: { verifyWith: { type: "ExactMatch" } } } });
  expect(() => templateOf(file(`{source: node_results.a, cases: {x: ${one}}, default: z}`))).toThrow(
    "expected check",
  );
});

test("a question takes away the check that its fields would have by default", () => {
  const file = (check: string) =>
    withQuestion(
      `    answer: a\n${check}    fields:\n      f: {type: text, description: d, truth: t}\n`,
      "defaults: {check: exact_match}\n",
    );
  expect(templateOf(file("")).fields[0]?.verification?.verifyWith).toEqual({ type: "ExactMatch" });
  expect(problems(file("    check: null\n"))).toMatch(/questions\[0\]\.fields\.f: expected check/);
});

test("a truth of the wrong type that is written alone is told of at its field", () => {
  const text = withQuestion(
    "    answer: a\n    fields: {n: five}\n",
    "fields: {n: {type: number, description: d, check: numeric_exact}}\n",
  );
  expect(read(text).warnings[0]?.path).toBe("line 7, column 17, questions[0].fields.n");
});

test("a template that cannot be used keeps all that says it in its text", () => {
  const text = withQuestion(
    "    answer: a\n    fields: {n: {type: number, description: d, truth: five, check: numeric_exact}}\n    judge: contexts\n    template_name: T\n",
  );
  const [question] = read(text).questions;
  const written = question?.template?.kind === "unreadable" ? question.template.text : "";
  expect(written).toContain("judge: contexts\ntemplate_name: T\n");
});

describe("problems have line, column and the nearest word", () => {
  test.each<readonly [what: string, lines: string, expected: string]>([
    ...["check: exact_match", "type: text", "description: d", "hint: h", "judge: contexts"].map(
      (line) =>
        [
          `${line} beside code`,
          `    answer: a\n    code: {language: TypeScript, text: x}\n    ${line}\n`,
          `line 7, column 5, questions[0].${line.split(":")[0]}: expected no such key beside code`,
        ] as const,
    ),
    [
      "a number that would change",
      "    answer: 0.1234567890123456789\n",
      "has more digits than a number keeps",
    ],
    ["a large number that would change", "    answer: 12345678901234567.25\n", "more digits"],
    [
      "a misspelt key",
      "    answr: a\n",
      'line 5, column 5, questions[0].answr: unknown key "answr"; did you mean "answer"?',
    ],
    [
      "a misspelt check",
      "    answer: a\n    check: exact_mach\n",
      'line 6, column 12, questions[0].check: there is no check "exact_mach"; did you mean "exact_match"?',
    ],
    [
      "a misspelt parameter",
      "    answer: a\n    check: {exact_match: {normalise: []}}\n",
      'line 6, column 27, questions[0].check.exact_match.normalise: unknown key "normalise"; did you mean "normalize"?',
    ],
    [
      "a misspelt value",
      "    answer: a\n    check: {exact_match: {normalize: [stripp]}}\n",
      "line 6, column 39",
    ],
    ["a misspelt type", "    answer: a\n    check: exact_match\n    type: txt\n", 'did you mean "text"?'],
    [
      "a misspelt kind of trait",
      "    answer: a\n    rubric:\n      - {type: regexx, name: a}\n",
      'line 7, column 16, questions[0].rubric[0].type: expected "regex"',
    ],
    [
      "a misspelt key of a trait",
      "    answer: a\n    rubric:\n      - {type: regex, name: a, patern: x}\n",
      'did you mean "pattern"?',
    ],
    [
      "a key in camelCase",
      "    answer: a\n    rubric:\n      - {type: regex, name: a, pattern: x, caseSensitive: true}\n",
      'did you mean "case_sensitive"?',
    ],
    ["no shared field of that name", "    answer: a\n    fields: {targt: x}\n", 'did you mean "target"?'],
    ["no answer", "    id: x\n", "line 4, column 5, questions[0].answer: expected"],
    [
      "no type to follow",
      "    answer: a\n    fields: {f: {description: d, truth: [], check: set_containment}}\n",
      "expected a type",
    ],
    [
      "nothing to compare by",
      "    answer: a\n    fields: {f: {description: d, truth: x}}\n",
      "expected check: how the ground truth is compared",
    ],
    [
      "a check of nothing",
      "    answer: a\n    fields: {f: {description: d, type: text, check: exact_match}}\n",
      "expected truth beside it",
    ],
    [
      "a model that a file chooses",
      "    answer: a\n    rubric:\n      - {type: agentic, name: a, description: d, kind: boolean, model_override: {model_name: m}}\n",
      "a file chooses no model itself",
    ],
    [
      "an id that stands twice",
      "    id: x\n    answer: a\n  - {question: R?, id: x, answer: b}\n",
      'line 7, column 24, questions[1].id: expected an id of its own, found "x" again',
    ],
  ])("%s", (_what, lines, expected) => {
    const top = "fields: {target: {description: d, type: text, check: exact_match}}\n";
    const shown = problems(withQuestion(lines, top)).replaceAll(
      /line (\d+)/g,
      (_, line) => `line ${Number(line) - 1}`,
    );
    expect(shown).toContain(expected.replace(/line (\d+)/, (_, line) => `line ${line}`));
  });

  test.each(["answering_models: []", "api_key: k", "endpoint_base_url: x", "mcp: {}"])(
    "%s is a setting and has no place",
    (setting) => {
      expect(problems(`karenina: 1\nname: N\n${setting}\n`)).toContain(
        "is a setting of a run, and a benchmark sets none",
      );
    },
  );

  test("several are told together, at most 25", () => {
    const lines = Array.from({ length: 60 }, () => "  - {qestion: x}\n").join("");
    try {
      read(`karenina: 1\nname: N\nquestions:\n${lines}`);
      expect.unreachable();
    } catch (error) {
      expect((error as Error).message).toContain("… and");
      expect((error as CheckpointError).problems).toHaveLength(25);
    }
  });
});

test("a template that cannot be used is a warning, and the other questions open", () => {
  const { questions, warnings } = read(
    withQuestion(
      "    answer: a\n    fields: {f: {type: integer, description: d, truth: 1.5, check: numeric_exact}}\n  - {question: R?, answer: b, check: exact_match}\n",
    ),
  );
  expect(warnings).toMatchObject([
    {
      questionId: questions[0]?.id,
      path: "line 6, column 56, questions[0].fields.f.truth",
      message: expect.stringContaining("whole number"),
    },
  ]);
  expect(questions.map(({ template }) => template?.kind)).toEqual(["unreadable", "native"]);
});

test.each([
  [
    "check: exact_match\n    type: integer\n",
    "answer: ground truth",
    "line 5, column 13, questions[0].answer",
  ],
  [
    "fields: {f: {description: d, truth: 1.5, type: integer, check: numeric_exact}}\n",
    'field "f"',
    "line 6, column 41, questions[0].fields.f.truth",
  ],
  [
    "fields: {id: {description: d, truth: a, check: exact_match}}\n",
    "reserved",
    "line 6, column 14, questions[0].fields.id",
  ],
  [
    "fields: {f: {description: ' ', truth: a, check: exact_match}}\n",
    "description",
    "line 6, column 31, questions[0].fields.f.description",
  ],
  [
    "fields: {f: {description: d, truth: a, check: trace_length}}\n",
    "boolean",
    "line 6, column 51, questions[0].fields.f.check",
  ],
  [
    "fields: {f: {description: d, truth: a, check: exact_match}}\n    pass: {any_of: [f, g]}\n",
    '"g"',
    "line 7, column 11, questions[0].pass",
  ],
  [
    "regex: {r: {pattern: a, expected: b, match: count}}\n",
    "whole number",
    "line 6, column 39, questions[0].regex.r.expected",
  ],
])("what is wrong with a template is told at its place: %s", (lines, message, place) => {
  const { warnings } = read(withQuestion(`    answer: a\n    ${lines}`));
  const [first = "", ...words] = message.split(": ");
  expect(warnings.map(({ path }) => path)).toEqual([place]);
  expect(warnings[0]?.message).toContain(words.at(-1) ?? first);
});

test("each of several things that are wrong with a template has its own place", () => {
  const { warnings, questions } = read(
    withQuestion(
      "    answer: a\n    fields:\n      f: {description: d, truth: 1.5, type: integer, check: numeric_exact}\n      id: {description: d, type: text}\n",
    ),
  );
  expect(warnings.map(({ path }) => path)).toEqual([
    "line 7, column 34, questions[0].fields.f.truth",
    "line 8, column 7, questions[0].fields.id",
  ]);
  expect(questions[0]?.template).toMatchObject({ kind: "unreadable", reason: expect.stringContaining("\n") });
});

test.each(["{pattern: '', expected: '', match: contains}", "{pattern: a, expected: [], match: all}"])(
  "a regex check that every trace passes is a warning with its question: %s",
  (check) => {
    const { questions, warnings } = read(withQuestion(`    answer: a\n    regex: {t: ${check}}\n`));
    expect(warnings).toMatchObject([
      {
        questionId: questions[0]?.id,
        message: expect.stringMatching(/regex check "t": .*so nothing is checked/),
      },
    ]);
    expect(questions[0]?.template).toMatchObject({ kind: "unreadable" });
  },
);

test("code in a language that is not read is a warning at its place, with the nearest one", () => {
  const { questions, warnings } = read(
    withQuestion("    answer: a\n    code: {language: typescript, text: x}\n"),
  );
  expect(warnings).toMatchObject([
    {
      path: "line 6, column 22, questions[0].code.language",
      message: expect.stringContaining('found "typescript", did you mean "TypeScript"?'),
    },
  ]);
  expect(questions[0]?.template).toMatchObject({ kind: "unreadable" });
});

test.each([
  ["    answer: Note: this\n", 'line 5, column 13: a text with ": " in it, which stands in quotes'],
  ["   answer: b\n", "line 5, column 1: an indent of its own"],
  ["    answer:b\n    check: exact_match\n", 'line 5, column 5: expected a key with ": " after it'],
  ['    answer: "foo" bar\n', "line 5, column 19: a text goes on after its closing quote"],
  ['    answer: "foo\n  - question: R?\n    answer: b\n', "line 5, column 13: a quote that is not closed"],
  ["    answer: 'foo\n  - question: it's\n", "line 5, column 13: a quote that is not closed"],
  ["    answer: !!str 14\n", "line 5, column 19: a tag (!…): a benchmark is plain data"],
  [
    "    answer: b\n    fields: {a: {description: d, truth: b, check: null}}\n",
    "questions[0].fields.a.check: expected a check, found null",
  ],
  ["    answer: @foo\n", "line 5, column 13: a text that begins with @: put it in quotes"],
  ["    answer: %5\n", "line 5, column 13: a text that begins with %: put it in quotes"],
  ["    answer: *foo\n", "a text that begins with * stands in quotes"],
  ["    answer: - b\n", 'line 5, column 13: a text that begins with "- ": put it in quotes'],
  ["    answer: > 5 mg\n", "line 5, column 15: a text that begins with > or |: put it in quotes"],
  ["    answer: [a, b\n    check: exact_match\n", "line 6, column 5: a list in brackets is not closed"],
])("what people write by mistake is said in words for them: %j", (lines, message) => {
  expect(problems(withQuestion(lines))).toContain(message);
});

test("of one line of broken YAML the first fault is told", () => {
  const tab = "    answer: a\n\t- question: R?\n    answer: b\n";
  expect(problems(withQuestion(tab))).toBe("line 6, column 1: a tab: indent with spaces");
});

test("a file of a later version is refused as such", () => {
  expect(() => read("karenina: 2\nname: N\n")).toThrow(
    expect.objectContaining({ code: "format_from_future" }),
  );
});

test("a question that goes on behind what YAML takes for a comment is told of", () => {
  const ask = (line: string) =>
    read(`karenina: 1\nname: n\nquestions:\n  - question: ${line}\n    answer: a\n    check: exact_match\n`)
      .warnings;
  expect(ask("Is C #1 or #2?")).toMatchObject([
    {
      path: "line 4, column 15, questions[0].question",
      message: expect.stringContaining('ends before "#1 or #2?"'),
    },
  ]);
  // a line is looked through once, however long its blanks are
  expect(ask(`a${" ".repeat(400_000)}b`)).toEqual([]);
  expect(["Is it? # a remark", '"Is C #1 or #2?"', "Is C#1?"].flatMap(ask)).toEqual([]);
});

test.each([
  ['karenina: "1"\nname: n\nquestions: []\n', /karenina: expected 1, found "1", which quotes make a text/],
  [withQuestion("    answer: a\n    model: gpt\n"), /"model" is a setting of a run/],
  [
    withQuestion(
      "    answer: a\n    fields:\n      t: {type: text, description: d, check: exact_match, conditional_truth: {source: a.b, cases: {x: y}}}\n",
    ),
    /conditional_truth\.default: expected a value, found nothing/,
  ],
])("says what is wrong: %#", (text, message) => {
  expect(problems(text)).toMatch(message);
});
