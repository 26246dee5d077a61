import { describe, expect, test } from "vitest";
import { Lexer } from "yaml";
import { CheckpointError } from "../problems/problem.ts";
import { mostPieces, parseYaml } from "./parse-yaml.ts";
import { readYaml } from "./read-yaml.ts";

function problems(text: string): readonly string[] {
  try {
    readYaml(text, "b.yaml", "2026-01-01T00:00:00.000Z");
  } catch (error) {
    if (error instanceof CheckpointError)
      return error.problems.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  throw new Error("the file was read");
}

describe("hostile YAML is refused in little time", () => {
  const bomb = [..."bcdefghij"].map(
    (key, index) => `${key}: &${key} [${Array(9).fill(`*${"abcdefghij"[index]}`).join(",")}]\n`,
  );
  test.each([
    ["a bomb of aliases", `a: &a [x,x,x,x,x,x,x,x,x]\n${bomb.join("")}`, "aliases repeat more than"],
    ["an alias of itself", "a: &a [*a]", "no finished anchor"],
    ["a million levels of lists", "- ".repeat(1e6), "nested deeper than"],
    ["a million brackets", `a: ${"[".repeat(1e6)}`, "nested deeper than"],
    ["a million keys after question marks", "? ".repeat(1e6), 'a key after "?"'],
    ["a function", "a: !!js/function 'x'", "a tag"],
    ["a binary", "a: !!binary aGk=", "a tag"],
    ["a key twice", "name: a\nname: b\n", 'line 2, column 1: the key "name" stands here a second time'],
    ["a prototype", "karenina: 1\nname: N\n__proto__: {x: 1}\n", 'unknown key "__proto__"'],
    ["a merge key", "karenina: 1\nname: N\n<<: {description: d}\n", "merge keys are not read"],
    ["a tab", "name:\n\tx: 1\n", "a tab: indent with spaces"],
    ["a huge number", "karenina: 1\nname: 123456789012345678901234\n", "put it in quotes"],
    ["a number after a zero", "karenina: 1\nname: N\nproperties: {code: 007}\n", "007 is another number to"],
    ["an octal number", "karenina: 1\nname: N\nproperties:\n  code: 0o17\n", "or write 15"],
    ["an endless number", "karenina: .inf\n", "put it in quotes"],
    ["YAML 1.1", "%YAML 1.1\n---\nname: yes\n", "a directive"],
    ["two documents", "name: a\n---\nname: b\n", "a second document"],
    ["control characters", "name: \u0000", "a control character"],
    ["nothing", "", "expected an object"],
  ])("%s", (_what, text, expected) => {
    const start = process.cpuUsage();
    expect(problems(text).join("\n")).toContain(expected);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(20);
  });
});

describe("a text of more pieces than can be kept in memory", () => {
  const textOf = (questions: number) =>
    `karenina: 1\nname: N\nquestions:\n${"  - question: Q?\n    answer: a\n    check: exact_match\n".repeat(questions)}`;
  const piecesOf = (questions: number) => [...new Lexer().lex(textOf(questions))].length;

  test("is refused where they are too many", () => {
    const text = textOf(116);
    const reading = parseYaml(text, 3000);
    const [fault] = reading.ok ? [] : reading.faults;
    expect(fault?.message).toContain("more than can be kept in memory");
    expect(text.slice(0, fault?.offset).split("\n")).toHaveLength(347);
    expect(parseYaml(textOf(114), 3000)).toMatchObject({ ok: true });
  });

  test("has more than the 115,000 questions of three lines that the page names", () => {
    const each = (piecesOf(20) - piecesOf(10)) / 10;
    expect(mostPieces).toBeGreaterThan(115_000 * each + piecesOf(0));
    expect(mostPieces).toBeLessThan(116_000 * each);
  });
});
