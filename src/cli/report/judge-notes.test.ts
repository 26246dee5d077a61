import { expect, test } from "vitest";
import { judgeReliability, summarize } from "../../analysis/index.ts";
import { failure, type VerificationResult } from "../../result/index.ts";
import { rubricSection } from "../../result/sections/rubric.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { judgeNotes } from "./judge-notes.ts";
import { renderSummary } from "./summary.ts";
import { terminalOn } from "./terminal.ts";

const judges = ["strict", "lenient"];

/** Twenty answers, each judged by all: they differ on the unit of every third, on the tone of every second, on nothing else. */
function judged(by: readonly string[] = judges): readonly VerificationResult[] {
  return Array.from({ length: 20 }, (_, question) =>
    by.map((modelName) => {
      const isOdd = modelName === "lenient";
      const unit = question % 3 === 0 ? isOdd : question % 3 === 1;
      return sampleResult({
        metadata: {
          questionId: `q${question}`,
          parsing: { interface: "openai", modelName, tools: [], configId: null },
          failure: unit
            ? null
            : failure({ category: "content", stage: "VerifyTemplate", reason: "wrong: unit" }),
        },
        template: {
          rawLlmResponse: `answer ${question}`,
          verifyResult: unit,
          fieldResults: { dose: true, unit },
        },
        rubric: rubricSection({
          rubricEvaluationPerformed: true,
          llmTraitScores: { "to\u001b[2Jne": question % 2 === 0 ? isOdd : question % 4 === 1, clear: true },
        }),
      });
    }),
  ).flat();
}

const plain = { rich: false };

async function notes(results: readonly VerificationResult[], terminal = plain): Promise<readonly string[]> {
  return judgeNotes(await summarize(results), () => results, terminal);
}

test("says how far judges agree, which field passes hang on, and what else they disagree on", async () => {
  expect(await notes(judged())).toEqual([
    "Judges agree on 13 of 20 verdicts (65 %), Krippendorff's alpha 0.32 [-0.17 to 0.71]: too little to rely on.",
    "Where they differ, so do fields: unit in 7 of 7 (alpha 0.32); pass rates may hang on how they are read.",
    "Judges disagree on tone (trait, alpha 0.03).",
  ]);
  expect((await notes(judged(["strict", "lenient", "strict too"])))[0]).toMatch(
    /^Judges agree on 13 of 20 verdicts \(77 % of pairs\), /,
  );
  expect((await notes(judged(), { rich: true }))[1]).toContain("unit in 7 of 7 (α 0.32)");
});

test("the interval is that of the function", async () => {
  const { between } = await judgeReliability(judged());
  const interval = between.find(({ kind }) => kind === "verdict")?.krippendorffAlpha.interval;
  const range = `[${interval?.low.toFixed(2)} to ${interval?.high.toFixed(2)}]`;
  expect((await notes(judged()))[0]).toContain(range);
});

test("stands near the rates, wrapped", async () => {
  const results = judged();
  const summary = await summarize(results);
  const terminal = terminalOn({ write: () => true, isTTY: true, columns: 80 }, { NO_COLOR: "1" });
  const text = renderSummary(summary, { terminal, judges: await judgeNotes(summary, () => results, plain) });
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  const [, section] = /\n\n( {2}Judges agree[\s\S]*?)\n\n/.exec(text) ?? [];
  expect(section).toMatchInlineSnapshot(`
    "  Judges agree on 13 of 20 verdicts (65 %), Krippendorff's alpha 0.32 [-0.17 to
      0.71]: too little to rely on.
      Where they differ, so do fields: unit in 7 of 7 (alpha 0.32); pass rates may
      hang on how they are read.
      Judges disagree on tone (trait, alpha 0.03)."
  `);
  expect(text.indexOf("Judges agree")).toBeLessThan(text.indexOf("Pass rate:"));
});

test("says nothing of answers that no two judges saw, nor with one judge, which reads nothing again", async () => {
  const apart = [...judged(["strict"]).slice(0, 9), ...judged(["lenient"]).slice(9)];
  expect(await notes(apart)).toEqual([]);
  const summary = await summarize(judged(["strict"]));
  const refuse = () => {
    throw new Error("read again");
  };
  expect(await judgeNotes(summary, refuse, plain)).toEqual([]);
  const large = { ...(await summarize(judged())), overall: { ...summary.overall, results: 10_001 } };
  expect(await judgeNotes(large, refuse, plain)).toEqual([
    "How far the 2 judges agree is not worked out here for more than 10,000 results.",
  ]);
});

test("says on what a judge disagrees with itself, of answers that replicates repeat word by word", async () => {
  const repeated = ["one", "two"].flatMap((replicate, at) =>
    judged(["strict"]).map((result, place) => ({
      ...result,
      metadata: { ...result.metadata, resultId: replicate + place, replicate: at + 1 },
      template: result.template && {
        ...result.template,
        fieldResults: { dose: true, unit: at === 0 ? place % 3 === 1 : place % 2 === 0 },
      },
    })),
  );
  expect(await notes(repeated)).toEqual([
    expect.stringMatching(
      /^The judge does not say the same of the same words when asked again: unit \(\d+ of 20 answers, alpha -?0\.\d\d\)\.$/,
    ),
  ]);
  expect(await notes(repeated.filter(({ metadata }) => metadata.replicate === 1))).toEqual([]);
});
