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
  readonly judge?: string;
  readonly category?: FailureCategory;
  readonly reason?: string;
  readonly stage?: string;
  readonly replicate?: number;
  readonly template?: object;
  readonly costUsd?: number | null;
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
      parsing: { interface: "openai", modelName: given.judge ?? "judge" },
      executionTime: 2,
      timestamp: "2026-01-01T00:00:00.000Z",
      resultId: "0123456789abcdef",
      replicate: given.replicate ?? null,
      completedWithoutErrors: verdict !== null,
      failure:
        category === undefined ? null : failure({ category, stage: given.stage ?? "VerifyTemplate", reason }),
    },
    template: { verifyResult: verdict, templateVerificationPerformed: verdict !== null, ...given.template },
    stages: [
      {
        name: "GenerateAnswer",
        status: "ran",
        inputTokens: 1000,
        outputTokens: 500,
        costUsd: given.costUsd === undefined ? 0.25 : given.costUsd,
      },
    ],
  });
}

const plain: OutputStream = { write: () => true };
const tty = (columns: number): OutputStream => ({ write: () => true, isTTY: true, columns });

async function render(results: readonly VerificationResult[], stream = plain, environment = {}) {
  return renderSummary(await summarize(results), { terminal: terminalOn(stream, environment), results });
}

test("models with a judge each stand side by side, with a caution; those without a common judge do not, and it says why", async () => {
  const text = await render([
    sample({ model: "small", judge: "strict" }),
    sample({ model: "large", judge: "lenient", category: "content" }),
  ]);
  expect(text).toMatch(/large against small: .*\(0 results better, 1 worse of 1\)/);
  expect(text).toContain("Each was judged by a judge of its own: differences may come of that, too.");
  const apart = await render([
    ...["a", "b"].map((judge) => sample({ model: "small", judge })),
    sample({ model: "large", judge: "c" }),
  ]);
  expect(apart).toContain("small and large have the same questions, but no judge in common");
});

test("what an answer cost that judges share stands with one of them, and costs add up", async () => {
  const results = [sample({ judge: "strict" }), sample({ judge: "lenient", costUsd: 0 })];
  const { overall, pairs } = await summarize(results);
  expect(pairs.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)).toBe(overall.costUsd);
  expect(await render(results)).toContain("its tokens and cost stand with the judge that was first");
  expect(await render([sample(), sample({ model: "large" })])).not.toContain("judges share");
});

test("where nobody looks no sentence is cut, however long the names of models are", async () => {
  const models = ["A", "B"].map((name) => `meta-llama/Llama-3.3-70B-Instruct-Turbo-${name.repeat(60)}`);
  const results = models.flatMap((model, at) =>
    ["q1", "q2", "q3"].map((id) =>
      sample({ id, model, ...(at > 0 && id === "q1" && { category: "content" as const }) }),
    ),
  );
  const line = (await render(results)).split("\n").find((text) => text.includes(" against ")) ?? "";
  expect(line.length).toBeGreaterThan(240);
  expect(line).toMatch(/These results cannot tell them apart\. .* questions\.$/);
});

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
      5 results of 5 questions, model openai:small, judge openai:judge

      model        pass rate  credit  tokens   cost  time/task  not passed
      small  1/3 33 % [6-79]    0.75    7.5k  $1.25      2.0 s  1 wrong, 1 no answer; 1 judge failed, 1 infrastructure failed

      Pass rate: pass of pass + wrong + no answer, with its 95 % Wilson interval; failures are not in it.

    Without a verdict
      1 infrastructure failed (connection): small
        connect ECONNREFUSED
        at #3 Where?, in GenerateAnswer
      1 judge failed (parsing): small
        The reply was no JSON.
        at #4 Why?, in ParseTemplate

    Questions
      + pass                   #0 What is the target of venetoclax?  BCL2
      x wrong 0.50             #1 How many chromosomes?              count: expected 46, got 48
      - no answer              #2 Who discovered it?                 It declined.
      ! infrastructure failed  #3 Where?                             connection
      ! judge failed           #4 Why?                               parsing
    "
  `);
});

test("each distinct reason stands once and whole, with how often, the models, and a question as example", async () => {
  const reason = (port: number) =>
    `Model "big" at http://127.0.0.1:${port}/v1 cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}. ${"It was tried again. ".repeat(15)}End.`;
  const failed = (id: string, model: string, port: number) =>
    sample({
      question: `Why ${id}?`,
      id,
      model,
      category: "connection",
      stage: "GenerateAnswer",
      reason: reason(port),
    });
  const results = [failed("a", "big", 8413), failed("b", "big", 8414), failed("c", "small", 8413)];
  const text = await render(results, tty(80), { NO_COLOR: "1" });
  const section = text
    .slice(text.indexOf("Without a verdict"), text.indexOf("Questions"))
    .replace(/\s+/g, " ");
  expect(section).toContain("3 infrastructure failed (connection): big 2, small 1");
  expect(section).toContain(reason(8413));
  expect(section).toContain("first at #0 Why a?, in GenerateAnswer");
  expect(section.match(/ECONNREFUSED/g)).toHaveLength(1);
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

  test("each model has a line; judge and cost in all stand above once", async () => {
    const text = await render(results);
    expect(text).toContain("13 results of 9 questions, judge openai:judge, $3.25 in all");
    expect(text).toMatch(/\n {2}large +9\/12 75 % \[47-91\] .* 3 wrong\n/);
    expect(text).toMatch(/\n {2}小さいモデル +0\/1 0 % \[0-79\] .* 1 wrong\n/);
    expect(text.match(/judge/g)).toHaveLength(2);
  });

  test("the results of a question stand together, with model and replicate", async () => {
    const lines = (await render(results)).split("\n");
    const at = lines.indexOf("Questions");
    expect(lines.slice(at + 1, at + 4).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["+ pass", "#0 q0", "large", "r-"],
      ["x wrong", "large", "r-"],
      ["x wrong", "小さいモデル", "r2"],
    ]);
  });
});

test("of more than thirty results the first wrong ones are listed, with their places, what was expected, and where the rest is", async () => {
  const template = {
    parsedLlmResponse: { target: "BCL-XL" },
    parsedGtResponse: { target: "BCL2" },
    fieldResults: { target: false },
  };
  const results = Array.from({ length: 40 }, (_, at) =>
    sample({ question: `Question ${at}`, ...(at < 25 ? { category: "content", template } : {}) }),
  );
  const shown = async (parts: object) => {
    const summary = await summarize(results.toReversed());
    return renderSummary(summary, { terminal: terminalOn(plain, {}), results, ...parts });
  };
  const text = await shown({
    placeOf: (id: string) => Number(id.slice("Question ".length)),
    showCommand: "npx karenina show run.json",
  });
  expect(text).not.toContain("Questions\n");
  expect(text.match(/x wrong {2}#\d+ Question \d+ +expected BCL2, got BCL-XL/g)).toHaveLength(20);
  expect(text.indexOf("#0 Question 0 ")).toBeLessThan(text.indexOf("#1 Question 1 "));
  expect(text).toContain(
    "and 5 more; all of them: npx karenina show run.json --outcome wrong,no_answer,auto_failed",
  );
  expect(await shown({})).toContain("and 5 more; the results hold all of them");
});

describe("on a terminal", () => {
  test("colours, signs and a real dash; none of them with NO_COLOR", async () => {
    const rich = await render(mixed, tty(160));
    expect(rich).toContain("\u001b[32m✓ pass\u001b[39m");
    expect(rich).toContain("1/3 33 % [6–79]");
    const noColor = await render(mixed, tty(160), { NO_COLOR: "1" });
    expect(noColor).toMatch(/^[\n -~]*$/);
  });

  test("no line is wider than the terminal, and nothing is left out of a narrow table", async () => {
    const text = await render(mixed, tty(60), { NO_COLOR: "1" });
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
    expect(text).toMatch(/ {2}small +1\/3 33 % \[6-79\]/);
    expect(text.replace(/\s+/g, " ")).toContain(
      "1 wrong, 1 no answer; 1 infrastructure failed, 1 judge failed".split("; ")[0],
    );
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
    expect(text).toMatch(/time\/task .*\n.* 2\.0 s/);
  });

  test("a reason stands whole", async () => {
    expect(words(await rendered())).toContain(`1 judge failed (parsing): small ${reason} at #5 Which drugs`);
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
  expect(text).toMatch(/x auto-failed +#0 What is the target of venetoclax\? +too many turns/);
  expect(text).toMatch(/ 1 auto-failed\n/);
});

test("no results are said to be none", async () => {
  expect(await render([])).toBe("No results.\n");
});

test("a cost that is not known of all results says of how many", async () => {
  const terminal = terminalOn({ write: () => true, isTTY: true, columns: 80 }, { NO_COLOR: "1" });
  const text = async (costUsd: number | null) =>
    renderSummary(await summarize([sample(), sample({ id: "b", costUsd })]), { terminal });
  expect(await text(null)).toContain("  Cost is incomplete: it is known of 1 of 2 results.\n");
  expect(await text(0.5)).not.toContain("incomplete");
});
