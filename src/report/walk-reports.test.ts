import { expect, test } from "vitest";
import { compareRuns, summarize } from "../analysis/index.ts";
import { walkedRun } from "../result/testing/walked-run.ts";
import { junitReport } from "./junit/junit-report.ts";
import { renderMarkdown } from "./markdown/markdown-report.ts";
import { reportedResult } from "./testing/sample-report.ts";

const { walks, results } = walkedRun(["small"]);
const question = reportedResult({ question: "q" });

const run = async () => ({
  name: "walked",
  summary: await summarize([...results, question], { walks }),
  comparison: await compareRuns([
    { name: "baseline", results, walks },
    { name: "this run", results, walks: walks.map((walk) => ({ ...walk, outcomeResults: { paid: false } })) },
  ]),
  gates: [],
  judges: [],
  read: () => [...results, question],
  walks: () => walks,
  placeOf: () => undefined,
});

test("JUnit has a case for each walk and none for its turns, with why it failed, and counts these", async () => {
  const xml = (await Array.fromAsync(junitReport([await run()]))).join("");
  expect(xml).toContain('<testsuite name="walked" tests="7" failures="2" errors="1" skipped="0"');
  expect(xml.match(/<testcase /g)).toHaveLength(7);
  expect(xml.match(/<failure /g)).toHaveLength(2);
  expect(xml).toContain('name="refund-flow (replicate 3)"');
  expect(xml).toContain(
    '<failure message="paid does not hold: The last turn was at person, not at pays." type="criterion">',
  );
  expect(xml).toContain(
    '<failure message="It would have gone on beyond the most turns." type="limit_reached">asks → presses → presses',
  );
  expect(xml).toMatch(/<error message="GenerateAnswer at asks: no reply within 120 s" type="timeout">asks/);
});

test("Markdown has the walks of both sides, and scenarios that broke with the reasons of a walk", async () => {
  const text = renderMarkdown(await run()).replaceAll("\\", "");
  expect(text).toContain("### this run against baseline");
  expect(text).toContain("| successful |");
  expect(text).toContain("6 walks matched by scenario and replicate; none is in one side only.");
  expect(text).toMatch(/1 scenario broken[\s\S]*refund-flow[\s\S]*paid does not hold/);
  expect(text).not.toContain("results matched by question");
});
