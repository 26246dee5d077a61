import { expect, test } from "vitest";
import { summarize } from "../../analysis/index.ts";
import { TransportError } from "../../base/index.ts";
import { manualClock } from "../../base/testing/manual-clock.ts";
import { failure, rubricSection, VerificationResult } from "../../result/index.ts";
import { openScreen } from "../testing/screen.ts";
import { reportProgress } from "./progress.ts";
import { renderSummary } from "./summary.ts";
import { terminalOn } from "./terminal.ts";
import { finished, play, report } from "./testing/played-run.ts";

/** One cause of failure that several models met. */
const outage =
  'Model "judge" at http://127.0.0.1:8413/v1 cannot be reached: connect ECONNREFUSED 127.0.0.1:8413 (gave up after 2 retries)';

interface Given {
  readonly question: number;
  readonly model: string;
  readonly replicate?: number;
  readonly outcome: "pass" | "wrong" | "no_answer" | "outage" | "key";
}

function sample({ question, model, replicate, outcome }: Given): VerificationResult {
  const failures = {
    pass: null,
    wrong: failure({ category: "content", stage: "VerifyTemplate", reason: "wrong: value" }),
    no_answer: failure({
      category: "abstention",
      stage: "AbstentionCheck",
      reason: "It declined to answer.",
    }),
    outage: failure({ category: "connection", stage: "ParseTemplate", reason: outage }),
    key: failure({
      category: "authentication",
      stage: "GenerateAnswer",
      reason: `Model "${model}" at https://api.example.com/v1 refused the key: status 401: Incorrect API key provided`,
    }),
  };
  const found = failures[outcome];
  const verdict = outcome === "pass" ? true : outcome === "wrong" ? false : null;
  return VerificationResult.parse({
    metadata: {
      questionId: `q${question}`,
      templateId: "b3ce5a4a9a4bbdf2b7f1f1e2d4e5f6a7",
      questionText: `Which number does record ${question} carry, and what is it measured in?`,
      answering: {
        interface: "openai_endpoint",
        modelName: `meta-llama/Llama-3.2-${model}`,
        configId: model,
      },
      parsing: { interface: "openai_endpoint", modelName: "judge" },
      executionTime: 1.5,
      timestamp: "2026-01-01T00:00:00.000Z",
      resultId: `${question}-${model}-${replicate ?? 0}`.padEnd(16, "0").slice(0, 16),
      replicate: replicate ?? null,
      evaluationMode: "template_only",
      completedWithoutErrors: verdict !== null || outcome === "no_answer",
      failure: found,
    },
    template: {
      verifyResult: verdict,
      templateVerificationPerformed: verdict !== null,
      parsedLlmResponse: verdict === null ? null : { value: verdict ? question : question + 1 },
      parsedGtResponse: { value: question },
      fieldResults: { value: verdict },
    },
    stages: [{ name: "GenerateAnswer", status: "ran", inputTokens: 900, outputTokens: 60, costUsd: 0.0004 }],
  });
}

/** Without a template: only traits were judged. */
function rubricOnly(question: number): VerificationResult {
  const { metadata, ...rest } = sample({ question, model: "small", outcome: "pass" });
  return {
    ...rest,
    metadata: { ...metadata, evaluationMode: "rubric_only", templateId: "no_template" },
    template: null,
    rubric: rubricSection({
      rubricEvaluationPerformed: true,
      llmTraitScores: { concise: question % 3 > 0, clarity: 1 + (question % 5) },
    }),
  };
}

/** Of an agent, which now and then came to its limit of turns. */
function ofAgent(question: number, model: string): VerificationResult {
  const limitReached = question % 6 === 5;
  const { template, ...rest } = sample({
    question,
    model,
    outcome: limitReached ? "no_answer" : question % 4 === 3 ? "wrong" : "pass",
  });
  const toolCalls = limitReached ? 25 : 2 + (question % 5);
  return {
    ...rest,
    template: template && {
      ...template,
      recursionLimitReached: limitReached,
      agentMetrics: {
        iterations: toolCalls + 1,
        toolCalls,
        toolsUsed: ["read_file"],
        toolCallCounts: { read_file: toolCalls },
        suspectFailedToolCalls: question % 2,
        suspectFailedTools: question % 2 === 1 ? ["read_file"] : [],
        limitReached,
      },
    },
  };
}

const questions = Array.from({ length: 30 }, (_, at) => at);
const scenes = {
  "one model": questions.map((question) =>
    sample({
      question,
      model: "small",
      outcome: question % 4 === 3 ? "wrong" : question === 8 ? "no_answer" : "pass",
    }),
  ),
  "three models": ["small", "big", "huge"].flatMap((model, at) =>
    questions.map((question) =>
      sample({ question, model, outcome: question % (4 + 2 * at) === 3 ? "wrong" : "pass" }),
    ),
  ),
  "a wrong key": questions
    .slice(0, 2)
    .map((question) => sample({ question, model: "small", outcome: "key" })),
  "an outage": ["small", "big"].flatMap((model) =>
    questions.map((question) =>
      sample({ question, model, outcome: question > 18 ? "outage" : question % 5 === 1 ? "wrong" : "pass" }),
    ),
  ),
  "rubric only": questions.map(rubricOnly),
  agents: ["small", "big"].flatMap((model) => questions.map((question) => ofAgent(question, model))),
  replicates: ["small", "big"].flatMap((model, at) =>
    questions.slice(0, 12).flatMap((question) =>
      [1, 2, 3].map((replicate) =>
        sample({
          question,
          model,
          replicate,
          outcome: (question + replicate * at) % 4 === 3 ? "wrong" : "pass",
        }),
      ),
    ),
  ),
  "replicates with gaps": ["small", "big"].flatMap((model, at) =>
    questions.slice(0, 12).flatMap((question) =>
      [1, 2, 3]
        .filter((replicate) => at === 0 || question > 1 || replicate < 3)
        .map((replicate) =>
          sample({
            question,
            model,
            replicate,
            outcome:
              question + replicate > 13 - at ? "outage" : question % 5 === replicate ? "wrong" : "pass",
          }),
        ),
    ),
  ),
};

test("in a pipe a very long name does not push the rates out of reach", async () => {
  const results = [sample({ question: 1, model: "x".repeat(5000), outcome: "pass" })];
  const text = renderSummary(await summarize(results), {
    terminal: terminalOn({ write: () => true }, {}),
    results,
  });
  const row = text.split("\n").find((line) => line.includes("1/1"));
  expect(row?.indexOf("1/1")).toBeLessThan(70);
});

test.each(
  Object.entries(scenes).flatMap(([name, results]) =>
    [80, 140].map((columns) => ({ name, columns, results })),
  ),
)("$name at $columns columns", async ({ results, columns }) => {
  const stream = { write: () => true, isTTY: true, columns };
  const places = new Map(questions.map((question) => [`q${question}`, question]));
  const text = renderSummary(await summarize(results), {
    terminal: terminalOn(stream, { NO_COLOR: "1" }),
    results,
    placeOf: (id) => places.get(id),
    showCommand: "npx karenina show run.json",
  });
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
  expect(text).toMatchSnapshot();
});

const flat = (text: string) => text.replace(/\s+/g, " ");

test.each(Object.entries(scenes))("%s: no number and no reason is cut at any width", async (_, results) => {
  const summary = await summarize(results);
  const render = (stream: { readonly isTTY?: boolean; readonly columns?: number }) =>
    renderSummary(summary, {
      terminal: terminalOn({ write: () => true, ...stream }, { NO_COLOR: "1" }),
      results,
      placeOf: (id) => Number(id.slice(1)),
      showCommand: "npx karenina show run.json",
    });
  const sentences = render({})
    .split("\n")
    .filter((line) => line.endsWith(".") && !line.includes("#"));
  expect(sentences.length).toBeGreaterThan(0);
  for (let columns = 80; columns <= 200; columns++) {
    const text = render({ isTTY: true, columns });
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
    for (const sentence of sentences) expect(flat(text)).toContain(flat(sentence));
    for (const reason of new Set(results.map(({ metadata }) => metadata.failure?.reason)))
      if (text.includes("Without a verdict") && reason?.startsWith("Model"))
        expect(flat(text)).toContain(flat(reason));
    // only the texts of questions are cut
    expect(text.replace(/Which number does record[^?]*?\.\.\.|carr?\.\.\./g, "")).not.toContain("...");
  }
});

test.each([80, 140])("outage and recovery at %i columns", async (columns) => {
  const screen = openScreen(columns);
  const clock = manualClock();
  const progress = reportProgress({ terminal: terminalOn(screen, { NO_COLOR: "1" }), clock });
  const seen = () => {
    for (const line of screen.lines()) expect(line.length).toBeLessThanOrEqual(columns);
    return screen.lines().join("\n");
  };
  const judge = {
    names: ['"judge"'],
    reason: new TransportError("connection", outage),
    patienceMs: 900_000,
  };
  progress.runStarted?.({ total: 4, finishedBefore: 0, concurrency: 2 });
  play(progress, [finished("q0")]);
  progress.serverChanged?.({ ...judge, state: "paused", durationMs: 0 });
  await clock.advance(45_000, 50);
  expect(seen()).toMatchSnapshot("waiting");
  progress.serverChanged?.({ ...judge, state: "reachable", durationMs: 45_000 });
  play(progress, [finished("q1"), finished("q2", "content", false)]);
  await clock.advance(1200, 50);
  expect(seen()).toMatchSnapshot("reachable again");
  play(progress, [finished("q3")]);
  progress.runFinished?.(report({ durationMs: 46_200 }));
  expect(seen()).toMatchSnapshot("finished");
});

test("the cost of all is a least one where that of some results is not known", async () => {
  const [known, other] = ["small", "big"].map((model) => sample({ question: 1, model, outcome: "pass" }));
  const unpriced = other && { ...other, stages: other.stages.map((stage) => ({ ...stage, costUsd: null })) };
  const text = renderSummary(await summarize([known, unpriced].filter((one) => one !== undefined)), {
    terminal: terminalOn({ write: () => true, isTTY: true, columns: 100 }, {}),
  });
  expect(text).toContain("≥ $0.00040 in all");
});
