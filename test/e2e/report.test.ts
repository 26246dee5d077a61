import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstCases, isThorough } from "../../src/base/testing/property-runs.ts";
import { excerptOf, judgedResult } from "../../src/report/evidence/testing/judged-result.ts";
import { writeHtmlReport } from "../../src/report/index.ts";
import {
  deepJudgmentSection,
  failure,
  openResultLog,
  rubricSection,
  type VerificationResult,
} from "../../src/result/index.ts";
import { resultsOfEverySort } from "../../src/result/testing/results-of-every-sort.ts";
import { sampleResult } from "../../src/result/testing/sample-result.ts";
import { walkedRun, walkedScenarios } from "../../src/result/testing/walked-run.ts";
import { runCommand } from "./run-command.ts";

const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (program === undefined)
  console.log("tests of the page of reports: skipped; Debian's package chromium has the browser.");

const byModel = (modelName: string) => ({ interface: "openai", modelName, tools: [], configId: null });

/** An answer with a passage before, in and after which characters take two units, and text from right to left. */
const mixed =
  "👩‍🔬🧬 נקשר ל-BCL-2 בזיקה גבוהה.\nThe 💊 venetoclax binds BCL-2 😀 tightly.\nاعتُمد في عام 2016.";
const quotes = ["נקשר ל-BCL-2", "💊 venetoclax binds BCL-2 😀", "عام 2016"];
const invented = "اعتُمد";
/** A claim that nothing supports, made beside one of the quotations. */
const unsupported = {
  ...{ text: "It was approved", counts: false, sentence: invented, context: null, reason: null },
  ...{ start: mixed.indexOf(invented), end: mixed.indexOf(invented) + invented.length },
  ...{ quote: null, quoteStart: null, quoteEnd: null },
};
/** Where an answer of another program comes from. */
const takenFrom = (resultId: string) => ({
  ...{ what: "answer" as const, resultId, runName: null, timestamp: "2026-01-05T09:15:00.000Z", seconds: 0 },
  ...{ inputTokens: 12, outputTokens: 3, costUsd: 0.5, toldByFile: true, answerDigest: null },
});
const multilingual = sampleResult({
  metadata: {
    ...{ questionId: "mixed", questionText: "מה המטרה?", resultId: "00000000000000aa" },
    reused: takenFrom("chat.jsonl:17"),
  },
  evaluationInput: mixed,
  template: {
    rawLlmResponse: mixed,
    answeringLog: "warning: the cache is cold",
    traceMessages: [{ role: "assistant", content: mixed, blockIndex: 0 }],
    parsedLlmResponse: { target: "BCL-2" },
    parsedGtResponse: { target: "BCL2" },
  },
  deepJudgment: deepJudgmentSection({
    deepJudgmentPerformed: true,
    extractedExcerpts: { target: quotes.map((quote) => excerptOf(mixed, quote)) },
  }),
  rubric: rubricSection({
    retrievalTraitScores: { faithfulness: 0 },
    retrievalTraitCounts: { faithfulness: { measure: "faithfulness", counted: 0, of: 1 } },
    retrievalTraitFindings: { faithfulness: [unsupported] },
  }),
});

/** Says that it ran wherever it can. */
const run = "window.hacked=1;fetch('http://127.0.0.1:9/')";
const script = `</script><!--<script>${run}</script><img src=x onerror="${run}"><svg onload="${run}"><iframe srcdoc="<script>parent.hacked=1</script>"></iframe><a href="javascript:${run}">x</a><style>*{display:none}</style>\u202e`;
const hostile = sampleResult({
  metadata: {
    questionId: script,
    questionText: script,
    keywords: [script],
    answering: byModel(script),
    resultId: "00000000000000bb",
    warnings: [script],
    reused: takenFrom(script),
    failure: failure({ category: "content", stage: script, reason: script }),
  },
  evaluationInput: script,
  template: {
    rawLlmResponse: script,
    answeringLog: script,
    verifyResult: false,
    parsedLlmResponse: { [script]: script },
    fieldResults: { [script]: false },
  },
  deepJudgment: deepJudgmentSection({
    deepJudgmentPerformed: true,
    extractedExcerpts: {
      [script]: [
        {
          ...excerptOf(script, "</script>"),
          searchResults: [
            { title: "t", url: `javascript:${run}` },
            { title: "w", url: "https://example.org/" },
          ],
        },
      ],
    },
  }),
});

const some: readonly VerificationResult[] = [
  multilingual,
  hostile,
  judgedResult({ metadata: { resultId: "00000000000000cc" } }),
  ...resultsOfEverySort,
  ...["judge", "other"].map((judge) =>
    sampleResult({
      metadata: { questionId: "two judges", templateId: "t", parsing: byModel(judge), resultId: judge },
      template: {
        rawLlmResponse: "It is 5.",
        verifyResult: judge === "judge",
        fieldResults: { dose: judge === "judge" },
        usageMetadata: { parsing: { inputTokens: 2, outputTokens: 1, totalTokens: 3 } },
      },
    }),
  ),
];

let folder: string;
let browser: Browser;

async function* manyResults(count: number): AsyncGenerator<VerificationResult> {
  for (let at = 0; at < count; at++)
    yield sampleResult({
      metadata: {
        questionId: `q${at % (count / 2)}`,
        questionText: `What is number ${at % (count / 2)}?`,
        templateId: "t",
        answering: byModel(at < count / 2 ? "gpt" : "haiku"),
        resultId: at.toString(16).padStart(16, "0"),
        failure:
          at % 3 === 0
            ? failure({ category: "content", stage: "VerifyTemplate", reason: "wrong: number" })
            : null,
      },
      template: { rawLlmResponse: `It is ${at}.`, verifyResult: at % 3 !== 0 },
    });
}

/** One model with two prompts and two replicates; it reads two files and answers. */
function* prompted(): Generator<VerificationResult> {
  const call = (id: string, path: string) => ({ id, name: "read_file", input: { path } });
  for (let at = 0; at < 12; at++) {
    const promptId = at % 2 === 0 ? "short" : "long";
    yield sampleResult({
      metadata: {
        questionId: `q${Math.floor(at / 4)}`,
        templateId: "t",
        answering: { ...byModel("gpt"), configId: `gpt / ${promptId}` },
        promptId,
        // the last question has one replicate of each prompt
        replicate: at < 8 ? 1 + (Math.floor(at / 2) % 2) : at < 10 ? 1 : 2,
        resultId: at.toString(16).padStart(16, "0"),
        failure:
          at > 9
            ? failure({ category: "timeout", stage: "GenerateAnswer", reason: "no reply" })
            : at % 3 === 0
              ? failure({ category: "content", stage: "VerifyTemplate", reason: "wrong: number" })
              : null,
      },
      template: {
        rawLlmResponse: "It is 5.",
        verifyResult: at > 9 ? null : at % 3 !== 0,
        traceMessages: [
          {
            role: "assistant",
            content: "",
            blockIndex: 0,
            toolCalls: [call("1", "a.txt"), call("2", "b.txt")],
          },
          {
            ...{
              role: "tool",
              content: "one",
              blockIndex: 1,
              toolResult: { toolUseId: "1", isError: false },
            },
            furtherToolResults: [{ toolUseId: "2", isError: false, content: "two" }],
          },
        ],
      },
      rubric: rubricSection({
        retrievalTraitScores: { faithfulness: 2 / 3 },
        metricTraitScores: { found: { recall: 0.004, f1: 1 / 3 } },
      }),
    });
  }
}

/** Two questions, three models, two judges, three replicates. */
async function* replicated(): AsyncGenerator<VerificationResult> {
  for (let at = 0; at < 36; at++)
    yield sampleResult({
      metadata: {
        questionId: `q${at % 2}`,
        questionText: `${"Which dose is it? ".repeat(60)}${at % 2}`,
        templateId: "t",
        evaluationMode: at > 34 ? "rubric_only" : "template_only",
        failure:
          at > 33
            ? failure({
                category: "content",
                stage: "VerifyTemplate",
                reason: "wrong: dose",
              })
            : null,
        answering: byModel(["gpt", "haiku", "a-model-of-a-long-name"][Math.floor(at / 2) % 3] ?? ""),
        parsing: byModel(at < 18 ? "judge" : "other"),
        replicate: 1 + (Math.floor(at / 6) % 3),
        resultId: at.toString(16).padStart(16, "0"),
      },
      template: { rawLlmResponse: "It is 5.", verifyResult: at < 34 },
    });
}

/** Rubrics alone, of two models, one of them an agent. */
async function* judgedByRubric(): AsyncGenerator<VerificationResult> {
  for (let at = 0; at < 16; at++)
    yield sampleResult({
      metadata: {
        questionId: `q${at % 8}`,
        questionText: `Why is number ${at % 8} as it is?`,
        evaluationMode: "rubric_only",
        answering: byModel(at < 8 ? "gpt" : "haiku"),
        resultId: at.toString(16).padStart(16, "0"),
        executionTime: at < 8 ? 1.5 : 1.4996,
      },
      template: null,
      rubric: rubricSection({
        rubricEvaluationPerformed: true,
        // names that every object has, or that a number of the run has, are names like any other
        llmTraitScores: { clear: at % 3 > 0, constructor: 1 + (at % 5), seconds: 1 + (at % 5) },
      }),
    });
}

const walked = walkedRun();
const ofScenarios = {
  results: () => walked.results,
  walks: () => walked.walks,
  scenarios: walkedScenarios,
};

const write = (name: string, count: number, split = false) =>
  writeHtmlReport([{ name: "run", benchmark: "B", startedAt: null, results: () => manyResults(count) }], {
    file: join(folder, name),
    title: "Numbers",
    generatedAt: "2026-01-05T09:15:00.000Z",
    version: "0.1.0",
    split,
  });

/** A page of the report at an address after `#`, with what went wrong in it and what it asked for. */
async function open(name: string, hash = "", options: Parameters<Browser["newPage"]>[0] = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  const asked: string[] = [];
  const errors: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(`${pathToFileURL(join(folder, name))}${hash}`);
  await page.waitForSelector(
    hash.startsWith("#result=") ? ".result h1, [role=alert]" : ".overview, .results",
  );
  return { page, asked, errors, [Symbol.asyncDispose]: () => page.close() };
}

/** Goes to another place of the same page. */
async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((address) => window.location.replace(address), hash || "#");
  await page.waitForSelector(hash === "" ? ".overview" : hash.includes("result") ? ".result h1" : ".row");
}

const listed = (page: Page) => page.locator(".shown").innerText();

describe.skipIf(program === undefined)("the page of a report", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "karenina-report-page-"));
    const header = {
      benchmark: { name: `Drug targets ${script}`, fingerprint: "f" },
      configFingerprint: "c",
      startedAt: "2026-01-05T09:15:00.000Z",
    };
    {
      await using log = await openResultLog(join(folder, "some.jsonl"), header);
      for (const [at, result] of some.entries()) await log.append(`task ${at}`, result);
    }
    const [written] = await Promise.all([
      runCommand(["report", "some.jsonl", "--output", "some.html"], { cwd: folder }),
      write("many.html", 10_000),
      write("split.html", 400, true),
      writeHtmlReport([{ name: "run", benchmark: "B", startedAt: null, results: judgedByRubric }], {
        ...{ file: join(folder, "rubric.html"), title: "Qualities", split: false },
        ...{ generatedAt: "2026-01-05T09:15:00.000Z", version: "0.1.0" },
      }),
      writeHtmlReport([{ name: "run", benchmark: "B", startedAt: null, results: replicated }], {
        ...{ file: join(folder, "grid.html"), title: "Grid", split: false },
        ...{ generatedAt: "2026-01-05T09:15:00.000Z", version: "0.1.0" },
      }),
      writeHtmlReport([{ name: "run", benchmark: "B", startedAt: null, ...ofScenarios }], {
        ...{ file: join(folder, "walks.html"), title: "Support", split: false },
        ...{ generatedAt: "2026-01-05T09:15:00.000Z", version: "0.1.0" },
      }),
      writeHtmlReport([{ name: "run", benchmark: "B", startedAt: null, results: prompted }], {
        ...{ file: join(folder, "prompts.html"), title: "Prompts", split: false },
        ...{ generatedAt: "2026-01-05T09:15:00.000Z", version: "0.1.0" },
      }),
      chromium.launch({ executablePath: program ?? "", args: ["--no-sandbox"] }).then((launched) => {
        browser = launched;
      }),
    ]);
    expect(written).toMatchObject({ code: 0, stderr: "" });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("of rubrics alone compares traits and speaks of them, on a phone, too", async () => {
    await using opened = await open("rubric.html", "", { viewport: { width: 390, height: 800 } });
    const text = await opened.page.locator(".overview").innerText();
    expect(text).toContain("8 results of each are compared by their traits; there is no verdict.");
    expect(text).toContain("Rubrics alone were judged, so there is no pass rate");
    expect(text).not.toMatch(/nothing to verify|−0|−<|NaN/);
    const rows = await opened.page.locator(".measures tbody tr").allInnerTexts();
    expect(rows.map((row) => row.split("\n")[0])).toEqual([
      "clear",
      "constructor",
      "seconds",
      "time per result",
    ]);
    expect(rows[2]).toMatch(/^seconds\s+2\.63\s+3\.13/);
    expect(await opened.page.locator(".grid-row").count()).toBe(0);
    const isWider = () => document.documentElement.scrollWidth > window.innerWidth;
    expect(await opened.page.evaluate(isWider)).toBe(false);
  });

  test("of scenarios alone speaks of walks and their success first, of turns after that, and opens each walk", async () => {
    await using report = await open("walks.html", "", { viewport: { width: 390, height: 800 } });
    const { page } = report;
    expect(await page.locator(".facts").innerText()).toBe(
      "2 scenarios · 2 models · 3 replicates · 12 walks of 28 turns",
    );
    expect(await page.locator(".top nav").innerText()).toMatch(/Overview\s+Turns 28/);
    const titles = await page.locator(".section h2").allInnerTexts();
    expect(titles.slice(0, 2)).toEqual(["Scenarios", "Walks cut short, and why"]);
    expect(titles).toEqual(
      expect.arrayContaining(["Turns that passed", "Outcomes of turns", "Turns not passed, and why"]),
    );
    expect(titles.filter((title) => ["Pass rate", "Outcomes", "Questions"].includes(title))).toEqual([]);
    const walks = page.locator("[aria-labelledby=title-walks]");
    expect(await walks.locator(".rates .of").allInnerTexts()).toEqual(["3 of 5", "3 of 5"]);
    expect(await walks.locator(".criteria-scenario").first().innerText()).toMatch(
      /^refund-flow\s+paid\s+true 2\/3 67 % \[21–94\]/,
    );
    const cut = page.locator("[aria-labelledby=title-cut-short]");
    expect(await cut.locator(".reasons").allInnerTexts()).toEqual([
      expect.stringMatching(/^2 × no reply within 120 s small 1, large 1 · GenerateAnswer · first refusal/),
      expect.stringMatching(/^2 × It would have gone on beyond the most turns\. /),
    ]);
    const isWider = () => document.documentElement.scrollWidth > window.innerWidth;
    expect(await page.evaluate(isWider)).toBe(false);
    await cut.locator(".reasons a").first().click();
    await page.waitForSelector(".walk .turn-verdict");
    const walk = await page.locator(".walk").innerText();
    expect(walk).toContain("replicate 2, 1 turn, 2.0 s");
    expect(walk).toMatch(/Beside its turns\s[\s\S]*SimulatedUser\s+1\.0 s 1 call · 110 tokens · \$0\.02/);
    expect(walk).toMatch(/Criteria\s+paid\s+false The last turn was at asks, not at pays\./);
    expect(await page.evaluate(isWider)).toBe(false);
    expect(report.errors).toEqual([]);
  });

  test("shows every outcome apart, with the denominator of the rate", async () => {
    await using report = await open("some.html");
    const table = report.page.locator("[aria-labelledby=title-outcomes] .outcomes");
    for (const words of [
      "pass",
      "wrong",
      "no answer",
      "judge failed",
      "infrastructure failed",
      "not evaluable",
    ])
      expect(await table.locator("thead").innerText()).toContain(words);
    expect(await report.page.locator(".rates .of").allInnerTexts()).toContain("1 of 1");
    expect(report.errors).toEqual([]);
    expect(report.asked).toHaveLength(1);
  });

  test.runIf(isThorough)("says how far judges agree on the same answers", async () => {
    await using report = await open("some.html");
    const rows = await report.page.locator(".judges tbody tr").allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, " "))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^verdict 0 % 1 of 1 answer .*1 verdict$/)]),
    );
    expect(await report.page.locator("p.note").allInnerTexts()).toContainEqual(
      expect.stringMatching(
        /^An answer that several judges share is spent once: its tokens and cost stand with/,
      ),
    );
  });

  test.runIf(isThorough)(
    "counts prompts apart from models, and says over how many questions replicates are averaged",
    async () => {
      await using report = await open("prompts.html", "", { viewport: { width: 390, height: 800 } });
      const text = await report.page.locator(".overview").innerText();
      expect(text).toContain("3 questions · 1 model with 2 prompts · 2 replicates · 12 results");
      expect(text).toMatch(/pass@2\s[\s\S]*pass\^2\s+2 of 3\s/);
      const why = report.page.getByText("Why questions are left out");
      await why.click();
      expect(await report.page.locator("details[open] .asides").allInnerTexts()).toEqual([
        expect.stringMatching(
          /pass@2 and pass\^2 leave out 1 of 3 questions, which has fewer than 2 verdicts: /,
        ),
      ]);
    },
  );

  test.runIf(isThorough)("rounds scores for people, and shows what each call of a tool gave", async () => {
    await using report = await open("prompts.html", "#result=0000000000000001");
    const traits = report.page.locator(".traits");
    expect(await traits.innerText()).toMatch(/recall 0\.004, f1 0\.33\s[\s\S]*faithfulness\s+0\.67\s/);
    expect(await traits.getByText("0.67").getAttribute("title")).toBe(String(2 / 3));
    expect(await report.page.locator(".output").allInnerTexts()).toEqual([
      expect.stringMatching(/^read_file \{"path":"a\.txt"\}\s+one$/),
      expect.stringMatching(/^read_file \{"path":"b\.txt"\}\s+two$/),
    ]);
  });

  test("filters by outcome, text and trait; the address says so, and the back button goes back", async () => {
    await using report = await open("many.html");
    const { page } = report;
    await page.getByRole("link", { name: /^Results/ }).click();
    await expect.poll(() => listed(page)).toContain("all 10,000 results");
    await page.getByRole("button", { name: /^wrong/ }).click();
    await expect.poll(() => listed(page)).toContain("3,334 of 10,000");
    await page.getByLabel("Model").selectOption("haiku");
    await expect.poll(() => listed(page)).toContain("1,667 of");
    await page.getByRole("searchbox").fill("number 4999");
    await expect.poll(() => listed(page)).toContain("1 of 10,000");
    expect(page.url()).toContain("#outcome=wrong&model=haiku&text=number+4999");
    await page.locator(".row").click();
    await expect.poll(() => page.locator(".result h1").innerText()).toBe("What is number 4999?");
    await page.goBack();
    await page.goBack();
    await expect.poll(() => listed(page)).toContain("3,334 of");
    await page.goBack();
    await expect.poll(() => listed(page)).toContain("all 10,000");
    expect(report.errors).toEqual([]);
  });

  test.runIf(isThorough)("sets models side by side over the questions that both have", async () => {
    await using report = await open("many.html");
    const compared = report.page.locator(".compared");
    expect(await compared.innerText()).toContain("haiku against gpt");
    expect(await compared.innerText()).toContain("Of 5,000 pairs 1,667 better and 1,667 worse");
    await compared.getByText("Broken: 1,667 questions").click();
    await compared.getByRole("link", { name: "What is number 1?", exact: true }).click();
    expect(await report.page.locator(".shown").innerText()).toContain("2 of 10,000 results, of one question");
  });

  test.runIf(isThorough)("opens at a result that its address names, also with filters", async () => {
    await using report = await open("many.html", "#result=0000000000002000&outcome=pass");
    expect(await report.page.locator(".result h1").innerText()).toBe("What is number 3192?");
    expect(await report.page.locator(".answer-text").innerText()).toBe("It is 8192.");
    await report.page.keyboard.press("j");
    await expect.poll(() => report.page.locator(".answer-text").innerText()).toBe("It is 8194.");
    await using missing = await open("many.html", "#result=nothing");
    expect(await missing.page.getByRole("alert").innerText()).toContain("no result nothing");
  });

  test("of 10,000 results only those in sight are drawn, to the last", async () => {
    await using report = await open("many.html", "#list=all");
    const rows = report.page.locator(".row");
    expect(await rows.count()).toBeLessThan(60);
    await report.page.locator(".list-frame").evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
    await expect.poll(() => rows.last().innerText()).toContain("What is number 4999?");
    expect(await rows.count()).toBeLessThan(60);
    const tell = (event: string) =>
      report.page.evaluate((name) => window.dispatchEvent(new Event(name)), event);
    await tell("beforeprint");
    expect(await rows.count()).toBe(500);
    expect(await report.page.locator(".list-frame").innerText()).toContain("and 9,500 more on the page");
    await tell("afterprint");
    expect(await rows.count()).toBeLessThan(60);
  });

  test("reads details from files beside it", async () => {
    await using report = await open("split.html", "#result=0000000000000187");
    expect(await report.page.locator(".answer-text").innerText()).toBe("It is 391.");
    expect(report.asked.at(-1)).toMatch(/\/split-details\/\d+\.js$/);
    expect(report.errors).toEqual([]);
    await rm(join(folder, "split-details"), { recursive: true });
    await using broken = await open("split.html", "#result=0000000000000187");
    expect(await broken.page.getByRole("alert").innerText()).toContain("needs the folder split-details");
  });

  test("marks what was quoted at the right characters, in any script, and says where the answer comes from", async () => {
    await using report = await open("some.html", "#result=00000000000000aa");
    const { page } = report;
    expect(await page.locator(".answer-text").evaluate((text) => text.textContent)).toBe(mixed);
    expect(await page.locator("mark").allTextContents()).toEqual([
      ...quotes.slice(0, 2),
      invented,
      quotes[2],
    ]);
    expect(await page.locator(".legend").allInnerTexts()).toEqual([
      expect.stringMatching(/^Quoted for 1 /),
      expect.stringMatching(/^Not supported by the contexts: \d+ faithfulness$/),
    ]);
    const evidence = page.getByRole("region", { name: "Evidence for faithfulness" });
    expect(await evidence.innerText()).toContain("not supported: It was approved");
    const marks = page.locator(".answer-text mark");
    const isUnsupported = await marks.evaluateAll((all) =>
      all.map((one) => one.classList.contains("unsupported")),
    );
    expect(isUnsupported).toEqual([false, false, true, false]);
    const sides = await page
      .locator("mark")
      .evaluateAll((marks) => marks.map((one) => one.getBoundingClientRect().left > innerWidth / 2));
    expect(sides).toEqual([true, false, true, true]);
    await page.getByRole("button", { name: "Evidence 1.2", exact: true }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("excerpt-1.2");
    expect(await report.page.locator(".about-result").innerText()).toMatch(
      /Origin\s+answer taken over from result chat\.jsonl:17, .*; by its file 12 tokens in, 3 out, \$0\.50/,
    );
    const log = report.page.getByRole("region", { name: "Log of the application" });
    expect(await log.innerText()).toContain("warning: the cache is cold");
  });

  test.runIf(isThorough)("marks that overlap are each told", async () => {
    await using report = await open("some.html", "#result=00000000000000cc");
    const marks = report.page.locator("mark");
    expect(
      await marks.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute("data-tags")])),
    ).toEqual([
      ["Venetoclax ", "1.1"],
      ["binds BCL-2", "1.2 1.1"],
      [" with high affinity", "1.2"],
      ["nausea is common", "3"],
    ]);
    for (const words of [
      "no excerpt was found for: year",
      "The answer names BCL-2 outright.",
      "deep judgment",
      "ParseTemplate",
      "Formal",
    ])
      expect(await report.page.locator(".result").innerText()).toContain(words);
  });

  test("text that is full of script does nothing", async () => {
    await using report = await open("some.html");
    const { page } = report;
    for (const hash of ["", "#list=all", "#result=00000000000000bb"]) {
      await go(page, hash);
      expect(await page.evaluate(hiddenCharacters), hash).toEqual([]);
      expect(await page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
      expect(await page.locator("iframe, img, object, [onload], [onerror], [srcdoc]").count()).toBe(0);
      const links = await page
        .locator("a")
        .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
      expect(links.filter((address) => !/^(#|https:\/\/example\.org\/$)/.test(address))).toEqual([]);
    }
    const visible = script.replace("\u202e", "\ufffd");
    expect(await page.locator(".answer-text").evaluate((text) => text.textContent)).toBe(visible);
    expect(await page.locator('a[href^="https:"]').getAttribute("rel")).toBe("noopener noreferrer");
    expect(report.asked).toHaveLength(1);
    expect(report.errors).toEqual([]);
  });

  test.runIf(isThorough)(
    "follows the device's theme until somebody chooses another, and prints on white",
    async () => {
      await using report = await open("some.html", "", { colorScheme: "dark" });
      const paper = () => report.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const dark = await paper();
      expect(dark).toBe("rgb(21, 23, 26)");
      const button = report.page.getByRole("button", { name: /Theme/ });
      await button.click();
      expect(await paper()).toBe(dark);
      await button.click();
      expect(await paper()).toBe("rgb(252, 252, 250)");
      await report.page.emulateMedia({ media: "print" });
      expect(await paper()).toBe("rgb(255, 255, 255)");
      expect(await report.page.locator(".top").isVisible()).toBe(false);
      expect(await report.page.locator("[aria-labelledby=title-rates] .rates").isVisible()).toBe(true);
      const marked = () =>
        report.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--item-0"));
      await report.page.emulateMedia({ media: "screen" });
      const light = await marked();
      await button.click();
      await button.click();
      expect(await marked()).not.toBe(light);
      await report.page.emulateMedia({ media: "print" });
      expect(await marked()).toBe(light);
    },
  );

  test("text has enough contrast, light and dark, and nothing is wider than a phone", async () => {
    await using report = await open("some.html", "", { viewport: { width: 390, height: 844 } });
    const { page } = report;
    for (const hash of ["", "#list=all", "#result=00000000000000bb", "#result=00000000000000cc"]) {
      await go(page, hash);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), hash).toBe(390);
      // lists and results scroll by themselves
      if (hash !== "")
        expect(await page.evaluate(() => document.documentElement.scrollHeight), hash).toBe(844);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(faintTexts), hash).toEqual([]);
      }
    }
  });

  test.each(firstCases(1, [390, 1280]))(
    "heads of the grid stand above their signs, at %d pixels",
    async (width) => {
      await using report = await open("grid.html", "", { viewport: { width, height: 844 } });
      const starts = (selector: string) =>
        report.page
          .locator(selector)
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
      const heads = await starts(".grid-head > span:not(.question)");
      expect(heads).toHaveLength(6);
      expect(await starts(".grid ul .grid-row > span:not(.question)")).toEqual([...heads, ...heads]);
    },
  );

  test.runIf(isThorough)("what cannot be shown takes no more than its own section", async () => {
    const whole = await readFile(join(folder, "rubric.html"), "utf8");
    const broken = whole.replace('"measures":[', '"measures":0,"left":[');
    expect(broken).not.toBe(whole);
    await writeFile(join(folder, "broken.html"), broken);
    await using report = await open("broken.html");
    expect(await report.page.locator("[role=alert]").allInnerTexts()).toEqual([
      expect.stringMatching(/^The comparison cannot be shown: /),
    ]);
    expect(await report.page.locator(".outcomes").isVisible()).toBe(true);
  });

  test.runIf(isThorough)(
    "reasons of one wording are told apart, with the beginning of a question",
    async () => {
      await using report = await open("grid.html", "", { viewport: { width: 390, height: 844 } });
      const reasons = (await report.page.locator(".reasons li").allInnerTexts()).map((text) =>
        text.replaceAll(/\s+/g, " "),
      );
      expect(reasons).toEqual([
        expect.stringMatching(/^wrong: dose wrong · Which dose .{100,180}…$/),
        expect.stringMatching(/^wrong: dose auto-failed · Which dose .{100,180}…$/),
      ]);
    },
  );

  test("is used by keys alone", async () => {
    await using report = await open("some.html");
    const { page } = report;
    await page.keyboard.press("/");
    await page.waitForSelector(".search-field input:focus");
    await page.keyboard.type("venetoclax");
    await expect.poll(() => listed(page)).toContain(`1 of ${some.length}`);
    // out of the field and back
    await page.keyboard.press("Escape");
    await expect.poll(() => listed(page)).toContain(`all ${some.length}`);
    expect(await page.locator(".search-field input:focus").count()).toBe(0);
    await page.keyboard.press("/");
    await page.keyboard.type("venetoclax");
    await expect.poll(() => listed(page)).toContain(`1 of ${some.length}`);
    while (!(await page.evaluate(() => document.activeElement?.matches(".row"))))
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".result h1").innerText()).toContain("venetoclax");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".result").count()).toBe(0);
    expect(await page.locator(".row:focus").innerText()).toContain("venetoclax");
    await page.getByRole("link", { name: "Overview" }).press("Enter");
    await page.waitForSelector(".overview");
    await page.locator(".outcomes a").first().press("Enter");
    await page.waitForSelector(".row");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
    const unnamed = await page
      .locator("a, button, input, select")
      .evaluateAll((all) =>
        all
          .filter(
            (one) =>
              !(
                one.textContent?.trim() ||
                one.getAttribute("aria-label") ||
                one.closest("label")?.textContent?.trim()
              ),
          )
          .map((one) => one.outerHTML),
      );
    expect(unnamed).toEqual([]);
  });
});

test("karenina report refuses what it may not replace, and names that say no form", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "karenina-report-"));
  await writeFile(join(cwd, "there.html"), "mine");
  await writeFile(join(cwd, "run.jsonl"), "");
  const failing = async (...args: string[]) =>
    (await runCommand(["report", "run.jsonl", ...args], { cwd })).stderr;
  expect(await failing("-o", "there.html")).toContain("there.html exists");
  expect(await failing("-o", "report.pdf")).toContain("report.pdf does not say its form");
  expect(await failing("-o", "new.html")).toContain("run.jsonl");
  expect(await failing()).toContain("A report needs a file to write");
  expect(await readFile(join(cwd, "there.html"), "utf8")).toBe("mine");
  await rm(cwd, { recursive: true });
});

/** Texts and attributes that are shown or read aloud with characters that turn the direction of writing; runs in the page. */
function hiddenCharacters(): readonly string[] {
  const main = document.querySelector("main");
  const texts = [...(main?.querySelectorAll("*") ?? [])].flatMap((one) => [
    ...[...one.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.textContent ?? ""] : [])),
    ...["title", "aria-label", "data-label"].map((name) => one.getAttribute(name) ?? ""),
  ]);
  return texts.filter((text) => /[\u202a-\u202e\u2066-\u2069]/.test(text));
}

/** Texts whose contrast with what is behind them is less than WCAG's AA asks for; runs in the page. */
function faintTexts(): readonly string[] {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour: string): readonly number[] => {
    if (canvas === null) return [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour: readonly number[]) => {
    const [red = 0, green = 0, blue = 0] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element | null): readonly number[] => {
    if (element === null) return [255, 255, 255, 255];
    const colour = rgb(getComputedStyle(element).backgroundColor);
    return (colour[3] ?? 0) > 250 ? colour : behind(element.parentElement);
  };
  return [...document.querySelectorAll("main *, header *")]
    .filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    )
    .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
    .flatMap((element) => {
      const [front, back] = [light(rgb(getComputedStyle(element).color)), light(behind(element))];
      const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
      return contrast >= 4.5 ? [] : [`${contrast.toFixed(2)} ${element.outerHTML.slice(0, 120)}`];
    });
}
