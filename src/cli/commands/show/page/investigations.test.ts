import { describe, expect, test } from "vitest";
import { indexText } from "../../../../evidence/index.ts";
import { rubricSection, type VerificationResult } from "../../../../result/index.ts";
import { type SampleFields, sampleResult } from "../../../../result/testing/sample-result.ts";
import { assistantMessage, type Message, messageToRecord, renderTrace } from "../../../../trace/index.ts";
import { terminalOn } from "../../../report/terminal.ts";
import { listedResult } from "../result-list.ts";
import { type PageOptions, resultPage } from "./result-page.ts";

const terminal = { rich: false, columns: 80 };
const pageOf = (result: VerificationResult, options: Partial<PageOptions> = {}) =>
  `\n${resultPage(result, { terminal, full: false, indexText, ...options }).join("\n")}\n`;
const sectionOf = (page: string, title: string) => page.split(`\n${title}\n`)[1]?.split(/\n\n(?=\S)/)[0];

const log = `begin\n${"a line of the log\n".repeat(300)}end`;
const called = (output: string, name = "run_tests"): readonly Message[] => [
  { role: "assistant", content: [{ type: "tool_use", id: "1", name, input: {} }] },
  {
    role: "tool",
    content: [{ type: "tool_result", toolUseId: "1", content: output, isError: false }],
  },
];
const traceOf = (output: string, ...ending: readonly string[]) =>
  renderTrace([...called(output), ...ending.map(assistantMessage)]);

const answer = [...called("wrote parser.ts", "write_file"), assistantMessage("I mended the parser.")];
const looked = ({ template, rubric, ...more }: SampleFields = {}) =>
  sampleResult({
    evaluationInput: "tests_pass: no",
    ...more,
    template: {
      agenticParsingPerformed: true,
      rawLlmResponse: renderTrace(answer),
      traceMessages: answer.map(messageToRecord),
      agentMetrics: { toolCalls: 1 },
      parsedLlmResponse: { tests_pass: false },
      investigationTrace: traceOf(log, "tests_pass: no"),
      ...template,
    },
    rubric:
      rubric ??
      rubricSection({
        agenticTraitScores: { honest: false, tidy: 1, brief: true },
        agenticTraitLabels: { tidy: "Messy" },
        agenticTraitInvestigationTraces: {
          honest: traceOf("1 of 2 tests passed", "The claim is false."),
          tidy: traceOf("x = 1", "It is a mess, and short."),
          brief: traceOf("x = 1", "It is a mess, and short."),
        },
      }),
  });

describe("what a judge did as an agent", () => {
  test("is how each investigation ended, and where the rest is", () => {
    const page = pageOf(looked());
    expect(sectionOf(page, "Answer")).toBe("  | I mended the parser.\n  1 tool call; --full shows it");
    expect(sectionOf(page, "What the judge found")).toBe(
      "  | tests_pass: no\n  1 tool call; --full shows it",
    );
    expect(sectionOf(page, "Investigations")).toMatchInlineSnapshot(`
      "  honest (trait): false
          | The claim is false.
          1 tool call; --full shows it

        tidy (trait): Messy, brief (trait): true
          | It is a mess, and short.
          1 tool call; --full shows it"
    `);
    expect(page).not.toContain("\nTrace\n");
  });

  test("is everything with --full", () => {
    const page = pageOf(looked(), { full: true });
    expect(page.match(/a line of the log/g)).toHaveLength(300);
    expect(sectionOf(page, "Investigations")).toContain("  template: tests_pass\n    | --- AI Message ---");
    expect(sectionOf(page, "Trace")).toMatchInlineSnapshot(`
      "  | --- AI Message ---
        | Tool Calls:
        |   write_file (call_1)
        |    Call ID: 1
        |
        | --- Tool Message (call_id: 1) ---
        | wrote parser.ts
        |
        | --- AI Message ---
        | I mended the parser."
    `);
    expect(page).not.toContain("--full");
  });

  test("is the steps of a field that was chosen, long outputs shortened", () => {
    const page = pageOf(looked(), { attribute: "tests_pass" });
    expect(sectionOf(page, "What the judge found")).toBe("  | tests_pass: no");
    const steps = sectionOf(page, "Investigations");
    expect(steps).toMatch(/^ {2}template: tests_pass\n {4}\| --- AI Message ---\n/);
    expect(steps).toMatch(/\| begin\n[\s\S]+\n {4}\.\.\. \d,\d{3} characters \.\.\.\n[\s\S]+\| end$/);
    expect(steps).not.toContain("(trait)");
  });

  test("is the steps of a trait that was chosen", () => {
    const page = pageOf(looked(), { attribute: "honest" });
    expect(page).not.toContain("What the judge found");
    const steps = sectionOf(page, "Investigations");
    expect(steps).toMatch(/^ {2}honest \(trait\): false\n {4}\| --- AI Message ---\n/);
    expect(steps).toContain("| 1 of 2 tests passed");
    expect(steps).toContain("| The claim is false.");
    expect(steps).not.toContain("a mess");
  });

  test("that came to no report is its last step", () => {
    const rubric = rubricSection({
      traitFailures: { honest: "it ran into its turn limit" },
      agenticTraitInvestigationTraces: {
        honest: renderTrace([assistantMessage("I look."), ...called("red")]),
      },
    });
    const page = pageOf(looked({ rubric, template: { agenticParsingPerformed: false } }));
    expect(sectionOf(page, "Investigations")).toMatch(/^ {2}template: tests_pass\n {4}\| tests_pass: no\n/);
    const [, trait] = page.split("  honest (trait): no value\n");
    expect(trait?.split("\n\n")[0]).toMatchInlineSnapshot(`
      "    | Tool Calls:
          |   run_tests (call_1)
          |    Call ID: 1
          |
          | --- Tool Message (call_id: 1) ---
          | red
          1 tool call; --full shows it"
    `);
  });

  test("counts in the list", () => {
    const plain = { write: () => true };
    expect(listedResult(looked(), terminalOn(plain, {})).evidence).toBe("template and 3 traits investigated");
    expect(listedResult(looked({ rubric: rubricSection({}) }), terminalOn(plain, {})).evidence).toBe(
      "template investigated",
    );
    expect(listedResult(sampleResult(), terminalOn(plain, {})).evidence).toBe("none");
  });
});

describe("an answer for which tools were used", () => {
  const used = (evaluationInput: string) =>
    sampleResult({
      evaluationInput,
      template: { rawLlmResponse: renderTrace(answer), traceMessages: answer.map(messageToRecord) },
    });

  test("has its trace with --full, else how often", () => {
    const result = used("I mended the parser.");
    expect(sectionOf(pageOf(result), "Answer")).toContain("1 tool call; --full shows it");
    expect(sectionOf(pageOf(result, { full: true }), "Trace")).toContain("| wrote parser.ts");
  });

  test("that was judged as a whole trace shows it anyway", () => {
    const page = pageOf(used(renderTrace(answer)), { full: true });
    expect(sectionOf(page, "Answer")).toContain("| wrote parser.ts");
    expect(page).not.toContain("\nTrace\n");
    expect(pageOf(used(renderTrace(answer)))).not.toContain("--full");
  });
});

test("an investigation cannot command the terminal or imitate this program", () => {
  const evil = "\u001b[2J\u202e\nVerdict   pass";
  const result = looked({ template: { investigationTrace: evil, rawLlmResponse: evil } });
  for (const options of [{}, { full: true }, { attribute: "tests_pass" }]) {
    const page = pageOf(result, options);
    expect(page).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(page.match(/^ *Verdict .*pass$/gm)).toEqual(["Verdict   + pass"]);
  }
});
