import { describe, expect, test } from "vitest";
import { summarize } from "../../analysis/index.ts";
import { type FailureCategory, failure, VerificationResult } from "../../result/index.ts";
import type { OutputStream } from "../command-io.ts";
import { renderSummary } from "./summary.ts";
import { terminalOn } from "./terminal.ts";

interface Sample {
  readonly question?: string;
  readonly id?: string;
  readonly model?: string;
  readonly category?: FailureCategory;
  readonly reason?: string;
  readonly stage?: string;
  readonly replicate?: number;
  readonly template?: object;
}

function sample(given: Sample = {}): VerificationResult {
  const { question = "What is the target of venetoclax?", model = "small", category, reason = "" } = given;
  const verdict = category === undefined ? true : category === "content" ? false : null;
  return VerificationResult.parse({
    metadata: {
      questionId: given.id ?? question,
      templateId: "no_template",
      questionText: question,
      answering: { interface: "openai", modelName: model },
      parsing: { interface: "openai", modelName: "judge" },
      executionTime: 2,
      timestamp: "2026-01-01T00:00:00.000Z",
      resultId: "0123456789abcdef",
      replicate: given.replicate ?? null,
      completedWithoutErrors: verdict !== null,
      failure:
        category === undefined ? null : failure({ category, stage: given.stage ?? "VerifyTemplate", reason }),
    },
    template: { verifyResult: verdict, templateVerificationPerformed: verdict !== null, ...given.template },
    stages: [{ name: "GenerateAnswer", status: "ran", inputTokens: 1000, outputTokens: 500, costUsd: 0.25 }],
  });
}

const plain: OutputStream = { write: () => true };
const tty = (columns: number): OutputStream => ({ write: () => true, isTTY: true, columns });

async function render(results: readonly VerificationResult[], stream = plain, environment = {}) {
  return renderSummary(await summarize(results), { terminal: terminalOn(stream, environment), results });
}

const mixed = [
  sample({ template: { parsedLlmResponse: { target: "BCL2" }, verifyGranularResult: 1 } }),
  sample({
    question: "How many\nchromosomes?",
    category: "content",
    reason: "1 field is wrong",
    template: {
      parsedLlmResponse: { count: 48, source: "NCBI" },
      parsedGtResponse: { count: 46, source: "NCBI" },
      fieldResults: { count: false, source: true },
      verifyGranularResult: 0.5,
    },
  }),
  sample({ question: "Who discovered it?", category: "abstention", reason: "It declined." }),
  sample({
    question: "Where?",
    category: "connection",
    stage: "GenerateAnswer",
    reason: "connect ECONNREFUSED",
  }),
  sample({ question: "Why?", category: "parsing", stage: "ParseTemplate", reason: "The reply was no JSON." }),
];

test("numbers, a line per result and failures by category, in ASCII", async () => {
  const text = await render(mixed);
  expect(text).toMatch(/^[\n -~]*$/);
  expect(text).toMatchInlineSnapshot(`
    "Results
                                                   no   judge   infra        not                   granular                     time
      model         judge         pass  wrong  answer  failed  failed  evaluable        pass rate      mean  tokens   cost  per task
      openai:small  openai:judge     1      1       1       1       1          0  1/3 33 % [6-79]      0.75    7.5k  $1.25     2.0 s

      Pass rate: pass of pass + wrong + no answer, with its 95 % Wilson interval; failures are not in it.

    Questions
      + pass                   What is the target of venetoclax?  target: BCL2
      x wrong 0.50             How many chromosomes?              count: expected 46, got 48
      - no answer              Who discovered it?                 It declined.
      ! infrastructure failed  Where?                             connect ECONNREFUSED
      ! judge failed           Why?                               The reply was no JSON.

    Not passed, by category
      wrong answers: 1
      abstention: 1 (no answer)
      connection: 1 (infrastructure failed)
        Where?  openai:small  GenerateAnswer  connect ECONNREFUSED
      parsing: 1 (judge failed)
        Why?  openai:small  ParseTemplate  The reply was no JSON.
    "
  `);
});

test("failures whose questions begin alike are told by their ids; a wide terminal shows more of each", async () => {
  const asked = "Which protein does the drug with this long name inhibit in the ";
  const failed = (place: string, id: string) =>
    sample({
      question: `${asked}${place}?`,
      id,
      category: "connection",
      stage: "GenerateAnswer",
      reason: "gone",
    });
  const results = [failed("liver", "q-liver"), failed("lung", "q-lung"), failed("lung", "q-lung")];
  const cut = (await render(results)).split("Not passed")[1];
  expect(cut).toContain("q-liver  openai:small  GenerateAnswer  gone");
  expect(cut?.match(/q-lung/g)).toHaveLength(2);
  const whole = (await render(results, tty(160))).split("Not passed")[1];
  expect(whole).toContain(`${asked}liver?  `);
  expect(whole).not.toContain("q-liver");
  expect((await render(results.slice(1))).split("Not passed")[1]).not.toContain("q-lung");
});

test("all failures stay apart from the pass rate", async () => {
  const text = await render(
    Array.from({ length: 4 }, () => sample({ category: "timeout", stage: "GenerateAnswer" })),
  );
  expect(text).toContain(" 0/0 ");
  expect(text).toContain("No result reached a verdict.");
  expect(text).not.toContain("%  [");
});

describe("several models", () => {
  const results = [
    ...Array.from({ length: 9 }, (_, at) => sample({ question: `q${at}`, model: "large" })),
    ...Array.from({ length: 3 }, (_, at) =>
      sample({ question: `q${at}`, model: "large", category: "content" }),
    ),
    sample({ question: "q0", model: "小さいモデル", category: "content", replicate: 2 }),
  ];

  test("each pair has its row, and all together one", async () => {
    const text = await render(results);
    expect(text).toContain("9/12 75 % [47-91]");
    expect(text).toMatch(/\n {2}all .* 9\/13 69 % /);
  });

  test("the results of a question stand together, with model and replicate", async () => {
    const lines = (await render(results)).split("\n");
    const at = lines.indexOf("Questions");
    expect(lines.slice(at + 1, at + 4).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["+ pass", "q0", "large", "#-"],
      ["x wrong", "q0", "large", "#-"],
      ["x wrong", "q0", "小さいモデル", "#2"],
    ]);
  });
});

test("more than thirty results have no line each; failures are listed up to ten per category", async () => {
  const results = Array.from({ length: 31 }, (_, at) =>
    sample({ question: `Question ${at}`, category: at < 18 ? "content" : "rate_limit", reason: "because" }),
  );
  const text = await render(results);
  expect(text).not.toContain("Questions\n");
  expect(text).toContain("wrong answers: 18");
  expect(text).toContain("rate_limit: 13 (infrastructure failed)");
  expect(text.match(/Question \d+/g)).toHaveLength(20);
  expect(text).toContain("and 8 more; the results hold all of them");
});

describe("on a terminal", () => {
  test("colours, signs and a real dash; none of them with NO_COLOR", async () => {
    const rich = await render(mixed, tty(160));
    expect(rich).toContain("\u001b[32m✓ pass\u001b[39m");
    expect(rich).toContain("1/3 33 % [6–79]");
    const noColor = await render(mixed, tty(160), { NO_COLOR: "1" });
    expect(noColor).toMatch(/^[\n -~]*$/);
  });

  test("no line is wider than the terminal; a table that does not fit becomes a block per pair", async () => {
    const text = await render(mixed, tty(60), { NO_COLOR: "1" });
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
    expect(text).toContain("openai:small, judge openai:judge");
    expect(text).toMatch(/ {2}pass rate +1\/3 33 % \[6-79\]/);
  });
});

describe.each([80, 100, 139, 140, 141])("on a terminal of %i columns", (columns) => {
  const reason =
    "The judge's reply did not hold the field that the template asks for, and repeating did not help.";
  const results = [
    ...mixed,
    sample({
      question: "Which drugs bind to BCL2 alone?",
      category: "parsing",
      reason,
    }),
  ];
  const rendered = () => render(results, tty(columns), { NO_COLOR: "1" });
  const words = (text: string) => text.replace(/\s+/g, " ");

  test("no line is wider, and nothing of the table, the reasons and the notes is cut", async () => {
    const text = await rendered();
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
    expect(text).not.toContain("...");
    expect(words(text)).toContain("with its 95 % Wilson interval; failures are not in it.");
    expect(text).toMatch(/time( per task +2\.0 s|\n.*per task\n.* 2\.0 s\n)/);
  });

  test("a reason stands whole, under its question where there is no room beside it", async () => {
    const text = words(await rendered());
    if (columns === 80) expect(text).toContain(`Which drugs bind to BCL2 alone? ${reason}`);
    expect(text.replaceAll(" ", "")).toContain(reason.slice(0, 20).replaceAll(" ", ""));
  });
});

test("a question or a reply cannot write to the terminal", async () => {
  const hostile = "\u001b[2J\u001b]0;owned\u0007";
  const text = await render([
    sample({ question: `${hostile}What?`, template: { parsedLlmResponse: { target: `${hostile}BCL2` } } }),
    sample({ question: "Why?", category: "connection", reason: `${hostile}reset` }),
  ]);
  expect(text).toMatch(/^[\n -~]*$/);
  expect(text).not.toContain("owned");
});

test("a field that is checked against the trace was stated by nobody", async () => {
  const text = await render([
    sample({
      category: "content",
      template: {
        parsedLlmResponse: { target: null },
        parsedGtResponse: { target: "BCL2", cites: true },
        fieldResults: { target: null, cites: false },
      },
    }),
  ]);
  expect(text).toContain("target: expected BCL2, not stated; cites: expected true, not so in the trace");
});

test("where nothing was to be verified no answer is called wrong, and why it failed is named", async () => {
  const limit = {
    category: "recursion_limit",
    stage: "RecursionLimitAutoFail",
    reason: "too many turns",
  } as const;
  const { metadata, ...rest } = sample({ ...limit, template: { verifyResult: false } });
  const text = await render([{ ...rest, metadata: { ...metadata, evaluationMode: "rubric_only" } }]);
  expect(text).not.toMatch(/wrong|pass rate/);
  expect(text).toMatch(/x auto-failed +What is the target of venetoclax\? +too many turns/);
  expect(text).toContain("recursion_limit: 1 (auto-failed)");
});

test("no results are said to be none", async () => {
  expect(await render([])).toBe("No results.\n");
});
