import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import { llmTrait, type RubricTrait, regexTrait } from "../../rubric/index.ts";
import { Benchmark } from "../benchmark.ts";
import { sameBenchmark } from "../report/benchmark-equality.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { readYaml } from "./read-yaml.ts";
import { writeYaml } from "./write-yaml.ts";

const file = `# About this file
karenina: 1
name: Small

# Traits of all
rubric:
  # is it polite
  - type: llm   # judged
    name: polite
    kind:  boolean
    # higher, since
    higher_is_better: true
    # last of it

  # in braces
  - {type: regex, name: cites,   pattern: 'x+'}   # tail
  - # the name-first one
    name: clear
    type: llm
    kind: score
  # end of the traits
questions:
  # the first
  - question: What?
    answer: a
    # its traits
    rubric:
    # own
    - {type: llm, name: own, kind: boolean}
    - {type: regex, name: other, pattern: y}
    # its keywords
    keywords: [a,  b]
  - question: Which?
    answer: b
`;

const read = (text: string) => readYaml(text, "x.yaml", "2026-01-01T00:00:00.000Z");

function changed(text: string, change: (benchmark: Benchmark, id: string) => void): string {
  const benchmark = new Benchmark({ content: read(text) });
  const [first] = benchmark;
  change(benchmark, first?.id ?? "");
  const written = writeYaml(benchmark.content, "x.yaml");
  expect(sameBenchmark(read(written), benchmark.content)).toBe(true);
  return written;
}

const polite = llmTrait({ name: "polite", kind: "boolean" });
const clear = llmTrait({ name: "clear", kind: "score" });
const cites = regexTrait({ name: "cites", pattern: "x+" });
const added = llmTrait({ name: "added", kind: "boolean" });
const addedLines = "\n  - type: llm\n    name: added\n    kind: boolean\n";

test.each<[string, readonly RubricTrait[], string, string]>([
  [
    "goes with the comments that belong to it",
    [clear, cites],
    file.slice(file.indexOf("  # is it"), file.indexOf("\n  # in braces")),
    "",
  ],
  [
    "in braces goes alone",
    [polite, clear],
    "  # in braces\n  - {type: regex, name: cites,   pattern: 'x+'}   # tail\n",
    "",
  ],
  [
    "is added behind the last",
    [polite, clear, added, cites],
    "    kind: score\n",
    `    kind: score\n${addedLines}`,
  ],
  [
    "is added before the first",
    [added, polite, clear, cites],
    "Traits of all\nrubric:\n",
    `Traits of all\nrubric:${addedLines}\n`,
  ],
  [
    "of another type is added at the end",
    [polite, clear, cites, regexTrait({ name: "r", pattern: "r" })],
    "   # tail\n",
    "   # tail\n\n  - type: regex\n    name: r\n    pattern: r\n",
  ],
  [
    "is changed key by key",
    [llmTrait({ name: "polite", description: "D", kind: "boolean", higherIsBetter: false }), clear, cites],
    "    kind:  boolean\n    # higher, since\n    higher_is_better: true\n",
    "    description: D\n    kind:  boolean\n    # higher, since\n    higher_is_better: false\n",
  ],
  [
    "in braces is changed in its place",
    [polite, clear, regexTrait({ name: "cites", pattern: "y" })],
    "- {type: regex, name: cites,   pattern: 'x+'}",
    '- type: regex\n    name: cites\n    pattern: "y"',
  ],
])("a trait %s", (_how, traits, before, after) => {
  expect(file.split(before)).toHaveLength(2);
  expect(changed(file, (benchmark) => void benchmark.setGlobalRubric(traits))).toBe(
    file.replace(before, after),
  );
});

test("the last trait goes with its list and what is said of that", () => {
  const before = file.slice(file.indexOf("# Traits of"), file.indexOf("questions:"));
  expect(changed(file, (benchmark) => void benchmark.setGlobalRubric([]))).toBe(file.replace(before, ""));
});

test("a question's traits are changed one by one, and the comment above a question goes with it", () => {
  const traits = [
    llmTrait({ name: "own", kind: "score" }),
    regexTrait({ name: "other", pattern: "y" }),
    regexTrait({ name: "new", pattern: "x+" }),
  ];
  const text = changed(file, (benchmark, id) => {
    benchmark.setQuestionRubric(id, traits);
    benchmark.updateQuestion(id, { keywords: [] });
  });
  expect(text).toBe(
    file
      .replace("- {type: llm, name: own, kind: boolean}", "- type: llm\n      name: own\n      kind: score")
      .replace("    # its keywords\n    keywords: [a,  b]\n", "")
      .replace("pattern: y}\n", "pattern: y}\n    - type: regex\n      name: new\n      pattern: x+\n"),
  );
  const first = file.slice(file.indexOf("  # the first"), file.indexOf("  - question: Which?"));
  expect(changed(file, (benchmark, id) => void benchmark.removeQuestion(id))).toBe(file.replace(first, ""));
});

test("scenarios are changed one by one", () => {
  const one = (name: string) =>
    `  # ${name}\n  - name: ${name}   # c\n    nodes: {a: {question: "A?", answer: a}}\n`;
  const text = `karenina: 1\nname: x\nscenarios:\n${one("first")}${one("second")}`;
  expect(changed(text, (benchmark) => void benchmark.removeScenario("first"))).toBe(
    text.replace(one("first"), ""),
  );
  const more = changed(text, (benchmark) => void benchmark.addScenario(sampleScenario()));
  expect(more.startsWith(`${text}  - name: refund\n`)).toBe(true);
});

/** Lines of a file; those that belong to an item of a list bear its name. */
interface Line {
  readonly text: string;
  readonly owner?: string;
}

const comment = fc.constantFrom("# note", "#", "# - a: b", "#- 'x");
const trait = (name: string) =>
  fc.constantFrom<readonly string[]>(
    ["- type: llm   # why", `  name: ${name}`, "  # inside", "  kind:  boolean"],
    [`- {type: llm, name: ${name}, kind: boolean}   # braces`],
    ["- # dash-alone", "  # inside", `  name: ${name}`, "  type: llm", "  kind: boolean # last"],
  );
const question = (name: string) =>
  fc.constantFrom<readonly string[]>(
    [
      `- question: ${name}`,
      "  # inside",
      "  answer: a  # why",
      "  metadata:",
      "    k: |",
      "      t",
      "      # t",
      "",
      "      t",
    ],
    [`- {question: ${name}, answer: a}`],
    ["- &x-y", "  answer: a", `  question: ${name}   # last`],
  );

/** Items with comments above and below that belong to them, and what stands between them. */
function arbitraryItems(
  names: readonly string[],
  body: typeof trait,
  indent: string,
): fc.Arbitrary<readonly Line[]> {
  const item = (name: string) =>
    fc
      .record({
        above: fc.array(comment, { maxLength: 2 }),
        lines: body(name),
        below: fc.array(comment, { maxLength: 1 }),
        apart: fc.constantFrom([], [""], ["", "# apart", ""]),
      })
      .map(({ above, lines, below, apart }): readonly Line[] => [
        ...[...above, ...lines].map((text) => ({ text: text && indent + text, owner: name })),
        ...below.map((text) => ({ text: `${indent}  ${text}`, owner: name })),
        ...apart.map((text) => ({ text })),
      ]);
  return fc.tuple(...names.map(item)).map((parts) => parts.flat());
}

const [traits, questions] = [
  ["t1", "t2", "t3"],
  ["q1", "q2", "q3"],
];
const titles = (...texts: readonly string[]): readonly Line[] => texts.map((text) => ({ text }));
const setting = fc.record({
  place: fc.nat({ max: 2 }),
  change: fc.constantFrom("add" as const, "remove" as const, "change" as const),
  ofTraits: fc.boolean(),
  lineBreak: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\ufeff"),
  ends: fc.boolean(),
  lines: fc
    .constantFrom("", "  ")
    .chain((indent) =>
      fc.tuple(arbitraryItems(traits, trait, indent), arbitraryItems(questions, question, indent)),
    ),
});

test("one trait or question that comes, goes or changes leaves all other lines as they are, line breaks and mark too", () => {
  const isComment = (line: string) => line.trim().startsWith("#");
  fc.assert(
    fc.property(setting, ({ place, change, ofTraits, lineBreak, mark, ends, lines: [own, others] }) => {
      const all = [
        ...titles("# about", "karenina: 1", "name: x", "rubric:"),
        ...own,
        ...titles("questions:"),
        ...others,
      ];
      const before = all.map(({ text }) => text);
      const name = (ofTraits ? traits : questions)[place] ?? "";
      const end = ends ? lineBreak : "";
      const text = changed(mark + before.join(lineBreak) + end, (benchmark) => {
        const rubric = traits.map((one) =>
          llmTrait({ name: one, kind: one === name && change === "change" ? "score" : "boolean" }),
        );
        const id = [...benchmark][place]?.id ?? "";
        if (ofTraits && change === "add") benchmark.setGlobalRubric(rubric.toSpliced(place, 0, added));
        else if (ofTraits)
          benchmark.setGlobalRubric(change === "remove" ? rubric.toSpliced(place, 1) : rubric);
        else if (change === "add") benchmark.addQuestion({ question: "New?", rawAnswer: "n" });
        else if (change === "remove") benchmark.removeQuestion(id);
        else benchmark.updateQuestion(id, { rawAnswer: "b" });
      });
      expect(text.startsWith(mark)).toBe(true);
      const after = text.slice(mark.length).split(lineBreak);
      expect(after.join("")).not.toMatch(/[\r\n\ufeff]/);
      if (ends) expect(after.pop()).toBe("");
      const left = all.filter(({ owner }) => owner !== name).map((line) => line.text);
      if (change === "remove")
        expect(ends ? after : after.filter((line, at) => line !== "" || at < left.length)).toEqual(left);
      else if (change === "add") {
        const count = after.length - before.length;
        const at = before.findIndex((line, index) => line !== after[index]);
        const start = at === -1 ? before.length : at;
        expect(count).toBeGreaterThan(0);
        expect(after.toSpliced(start, count)).toEqual(before);
      } else {
        const [first, last] = [
          all.findIndex(({ owner }) => owner === name),
          all.findLastIndex(({ owner }) => owner === name),
        ];
        expect(after.slice(0, first)).toEqual(before.slice(0, first));
        expect(after.slice(after.length - (before.length - last - 1))).toEqual(before.slice(last + 1));
        expect(after.filter(isComment)).toEqual(before.filter(isComment));
      }
    }),
    { numRuns: propertyRuns(150) },
  );
});
