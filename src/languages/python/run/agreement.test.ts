import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPatternEngine, messageOf } from "../../../base/index.ts";
import { propertyRuns } from "../../../base/testing/property-runs.ts";
import { templateFromDraft, verifyAnswer } from "../../../template/index.ts";
import { anyTemplate } from "../../../template/testing/any-template.ts";
import { judgmentsOf } from "../../testing/judgments-of.ts";
import { readPythonTemplate } from "../read-template.ts";
import { writePythonTemplate } from "../write-template.ts";
import type { PythonRunner } from "./python-runner.ts";
import { sharedPythonRunner } from "./testing/shared-process.ts";

let runner: PythonRunner;
beforeAll(() => {
  runner = sharedPythonRunner();
});
afterAll(() => runner[Symbol.asyncDispose]());

/** How many sources are made. */
const runs = propertyRuns(2);

/** What is read is what running it gives, and decides alike. */
async function expectAgreement(source: string): Promise<void> {
  const read = readPythonTemplate(source);
  if (read.kind !== "data") throw new Error(`${JSON.stringify(read)}\n${source}`);
  const ran = await runner.describe(source).catch((error: unknown) => messageOf(error));
  if (typeof ran === "string") throw new Error(`${ran}\n${source}`);
  const verify = read.checks.verify === undefined ? {} : { verify: () => true };
  const [asRead, asRun] = [templateFromDraft(read.draft, verify), templateFromDraft(ran.draft, verify)];
  expect(asRead, source).toEqual(asRun);
  expect(await judgmentsOf(asRead), source).toEqual(await judgmentsOf(asRun));
}

/** The source of a template, or none where Python cannot say it. */
function sourceOf(template: Parameters<typeof writePythonTemplate>[0]): string | undefined {
  try {
    return writePythonTemplate(template);
  } catch {
    return undefined;
  }
}

test("templates that are written are read as running them gives it", {
  timeout: 60_000 + runs * 5000,
}, async () => {
  const sources = anyTemplate.map(sourceOf).filter((source) => source !== undefined);
  await fc.assert(fc.asyncProperty(sources, expectAgreement), { numRuns: runs });
});

test("so are characters that end lines elsewhere, in the texts of a hook", { timeout: 60_000 }, async () => {
  await expectAgreement(`class Answer(BaseAnswer):
    drug: str = VerifiedField(description="f", ground_truth="a", verify_with=ExactMatch())
    def model_post_init(self, __context):
        self.regex = {"x": {"pattern": "a", "expected": "a\u2028b\u2029c\u0085d\u001ce\u000cf", "match_type": "exact"}}
`);
});

test("so are those of the example of moving", { timeout: 60_000 }, async () => {
  const file = join(import.meta.dirname, "../../../../examples/moving-from-python/benchmark.jsonld");
  const { dataFeedElement } = JSON.parse(readFileSync(file, "utf8"));
  const sources: string[] = dataFeedElement.map(
    ({ item }: { item: { hasPart: { text: string } } }) => item.hasPart.text,
  );
  const isClassic = (source: string) => source.includes('self.correct["in_egg"]');
  for (const source of sources.filter((one) => !isClassic(one))) await expectAgreement(source);
  const [classic = ""] = sources.filter(isClassic);
  const read = readPythonTemplate(classic);
  if (read.kind !== "data") throw new Error(JSON.stringify(read));
  const template = templateFromDraft(read.draft);
  const answers = fc.record({
    pairs: fc.integer({ min: 21, max: 24 }),
    in_egg: fc.integer({ min: 22, max: 24 }),
  });
  const tools = { patterns: createPatternEngine() };
  const alike = fc.asyncProperty(answers, async (values) => {
    const context = { response: "", groundTruth: {}, fieldResults: {} };
    const ran = await runner.callCheck(classic, "verify", { answer: values, context });
    const { verifyResult } = await verifyAnswer(template, { values, nullFields: [] }, { trace: "", tools });
    expect(ran).toBe(verifyResult);
  });
  await fc.assert(alike, { numRuns: 30, examples: [[{ pairs: 23, in_egg: 23 }]] });
});
