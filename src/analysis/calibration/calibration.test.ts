import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rubricSection, VerificationResult } from "../../result/index.ts";
import {
  blankLabels,
  Calibration,
  calibrateJudges,
  type Label,
  readLabels,
  renderLabels,
  sampleAnswers,
} from "../index.ts";

interface Sample {
  readonly at: number;
  readonly passed: boolean;
  readonly judge?: string;
  readonly model?: string;
}

function result({ at, passed, judge = "judge", model = "gpt" }: Sample): VerificationResult {
  return VerificationResult.parse({
    metadata: {
      questionId: `q${at}`,
      templateId: "t",
      questionText: `=question ${at}`,
      rawAnswer: "one",
      answering: { interface: "openai", modelName: model },
      parsing: { interface: "openai", modelName: judge },
      executionTime: 1,
      timestamp: "",
      resultId: `${judge.charCodeAt(0)}-${model.charCodeAt(0)}-${at}`,
      completedWithoutErrors: true,
    },
    template: {
      rawLlmResponse: `@answer ${at} of ${model}`,
      templateVerificationPerformed: true,
      verifyResult: passed,
      parsedGtResponse: { drug: "one" },
      parsedLlmResponse: { drug: passed ? "one" : "two" },
      fieldResults: { drug: passed },
    },
    rubric: rubricSection({
      llmTraitScores: { depth: 1 + (at % 5), brief: passed },
      regexTraitScores: { cited: true },
    }),
  });
}

/** 40 answers, of which the judge passes the first 30. */
const run = Array.from({ length: 40 }, (_, at) => result({ at, passed: at < 30 }));
const labelled = async (results: readonly VerificationResult[], size = 40) =>
  blankLabels(await sampleAnswers(() => results, { size, seed: 1 }), [], "ana");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-labels-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function reread(text: string): Promise<readonly Label[]> {
  const file = join(folder, "labels.csv");
  await writeFile(file, text);
  return readLabels(file);
}

describe("sampleAnswers", () => {
  const models = ["a", "b"].flatMap((model) =>
    Array.from({ length: 60 }, (_, at) => result({ at, model, passed: at < 54 })),
  );

  it("draws more of what is rare, the same with the same seed whatever the order, with probabilities that sum up to the run", async () => {
    const sample = await sampleAnswers(() => models, { size: 40, seed: 3 });
    expect(sample).toHaveLength(40);
    const failed = sample.filter(({ rated }) => rated.aspects[0]?.value === false);
    expect(failed.length / 40).toBeGreaterThan(0.2);
    expect(sample.reduce((sum, { probability }) => sum + 1 / probability, 0)).toBeCloseTo(120, 9);
    const again = await sampleAnswers(() => models.toReversed(), { size: 40, seed: 3 });
    expect(again.map(({ rated }) => rated.answer)).toEqual(sample.map(({ rated }) => rated.answer));
    const other = await sampleAnswers(() => models, { size: 40, seed: 4 });
    expect(other.map(({ rated }) => rated.answer)).not.toEqual(sample.map(({ rated }) => rated.answer));
  });

  it("takes an answer once that several judges have judged, and those on which they differ for sure", async () => {
    const second = run.map((_, at) => result({ at, passed: at < 29, judge: "other" }));
    const sample = await sampleAnswers(() => [...run, ...second], { size: 10 });
    expect(new Set(sample.map(({ rated }) => rated.answer)).size).toBe(10);
    expect(sample.map(({ rated }) => rated.questionId)).toContain("q29");
  });

  it("puts strata together where there is no room for two of each", async () => {
    const sample = await sampleAnswers(() => models, { size: 4 });
    expect(new Set(sample.map(({ stratum }) => stratum)).size).toBe(2);
  });
});

describe("labels", () => {
  it("come back from CSV as they went out, say nothing of judge or model, and run no formula", async () => {
    const blank = await labelled(run, 10);
    expect(blank.map(({ name }) => name).slice(0, 4)).toEqual(["pass", "drug", "depth", "brief"]);
    const text = renderLabels(blank);
    expect(text).toContain("'=question");
    expect(text).not.toMatch(/openai|judge|two|True|False/);
    const labels = blank.map((one, at) => ({
      ...one,
      value: one.allowed.form === "number" ? 3 : at % 2 === 0,
      note: "-x",
    }));
    expect(await reread(renderLabels(labels))).toEqual(labels);
  });

  it("are refused by row where they say something else than is allowed, or twice something of the same", async () => {
    const [first] = await labelled(run, 4);
    if (first === undefined) throw new Error("no label");
    await expect(reread(renderLabels([{ ...first, value: "perhaps" }, first]))).rejects.toThrow(
      'row 2: expected yes, no or unsure; found "perhaps"',
    );
    await expect(reread(renderLabels([first, first]))).rejects.toThrow("row 3: ana says in row 2 something");
    await expect(
      reread(renderLabels([{ ...first, allowed: { form: "number", min: 1, max: 5 }, value: 3 }])),
    ).rejects.toThrow('row 2: of a verdict yes/no is allowed, not "1 to 5"');
    await expect(reread("a,b\n1,2\n")).rejects.toThrow("no file of labels: it has no column kind");
    await expect(reread(renderLabels([first]).replace(/,[\d.]+\r\n$/, ",0\r\n"))).rejects.toThrow(
      "probability is above 0",
    );
  });
});

/** Persons pass all but the last 12: of what the judge passes 2 are wrong. */
const personOf = ({ question, name }: Label): boolean | number => {
  const at = Number(question.split(" ")[1]);
  return name === "depth" ? 1 + (at % 5) : at < 28;
};

describe("calibrateJudges", () => {
  it("refuses labels that are no answer to what the judge was asked, in place of a rate of them", async () => {
    const labels = (await labelled(run, 10)).map((one) => ({
      ...one,
      value: one.name === "brief" ? 3 : personOf(one),
    }));
    await expect(calibrateJudges([{ name: "run", results: run }], labels)).rejects.toThrow(
      /ana says 3 of the trait "brief", of which the judge says (?:true|false)/,
    );
  });

  it("measures judges against persons, and what persons would find", async () => {
    const labels = (await labelled(run)).map((one) => ({ ...one, value: personOf(one) }));
    const found = await calibrateJudges([{ name: "run", results: run }], labels);
    expect(Calibration.parse(found)).toEqual(found);
    expect(found.labels).toEqual({
      raters: ["ana"],
      answers: 40,
      given: 160,
      unsure: 0,
      blank: 0,
      unknown: 0,
    });
    const [verdict, fields, drug, depth, brief] = found.judges[0]?.aspects ?? [];
    expect(verdict).toMatchObject({
      ...{ name: "pass", form: "yes/no", answers: 40, labelled: 40, open: 0 },
      counts: { bothPass: 28, onlyJudge: 2, onlyPerson: 0, bothFail: 10 },
      agreement: { value: 0.95 },
      truePositive: { value: 1 },
      raw: { value: 0.75 },
    });
    expect(verdict?.trueNegative?.value).toBeCloseTo(10 / 12, 12);
    expect(verdict?.predictionPowered?.value).toBeCloseTo(0.7, 12);
    expect(verdict?.roganGladen?.value).toBeCloseTo(0.7, 12);
    expect(fields).toMatchObject({ kind: "fields", labelled: 40, counts: drug?.counts });
    expect(drug?.disagreements[0]).toMatchObject({
      judge: true,
      read: "one",
      expected: "one",
      persons: [{ rater: "ana", value: false }],
    });
    expect(depth).toMatchObject({ form: "number", kappa: { value: 1 }, counts: null, roganGladen: null });
    expect(depth?.predictionPowered?.value).toBeCloseTo(3, 12);
    expect(brief?.kind).toBe("trait");
  });

  it("weighs a sample as it was drawn, also where part of it is not labelled yet", async () => {
    const labels = (await labelled(run, 16)).map((one) => ({ ...one, value: personOf(one) }));
    const known = new Map(labels.map(({ answer, probability }) => [answer, probability]));
    expect(new Set(known.values()).size).toBeGreaterThan(1);
    const found = await calibrateJudges([{ name: "run", results: run }], labels);
    const verdict = found.judges[0]?.aspects[0];
    const strata = Map.groupBy(
      labels.filter(({ kind }) => kind === "verdict"),
      ({ stratum }) => stratum,
    );
    const expected = [...strata.values()].reduce((sum, rows) => {
      const size = rows.reduce((total, { probability }) => total + 1 / probability, 0);
      return sum + (size / 40) * (rows.filter(({ value }) => value === true).length / rows.length);
    }, 0);
    expect(verdict?.predictionPowered?.value).toBeCloseTo(expected, 12);
    const some = labels.map((one, at) => (at < 4 ? { ...one, value: null } : one));
    const later = await calibrateJudges([{ name: "run", results: run }], some);
    expect(later.labels).toMatchObject({ blank: 4, answers: 15 });
    expect(later.judges[0]?.aspects[0]?.labelled).toBe(15);
  });

  it("compares judges of other runs on the same labels, by a test", async () => {
    const better = run.map((_, at) => result({ at, passed: at < 28, judge: "better" }));
    const labels = (await labelled(run)).map((one) => ({ ...one, value: personOf(one) }));
    const { compared } = await calibrateJudges(
      [
        { name: "one", results: run },
        { name: "two", results: better },
      ],
      labels,
    );
    expect(compared[0]).toEqual({
      ...{
        first: "one openai:judge",
        second: "two openai:better",
        kind: "verdict",
        name: "pass",
        answers: 40,
      },
      ...{ firstRight: 38, secondRight: 40, onlyFirst: 0, onlySecond: 2, pValue: 0.5 },
    });
  });

  it("takes what most raters say, leaves ties out, and tells where raters differ", async () => {
    const ana = (await labelled(run)).map((one) => ({ ...one, value: personOf(one) }));
    const ben = ana.map((one, at) => ({ ...one, rater: "ben", value: at === 0 ? !one.value : one.value }));
    const found = await calibrateJudges([{ name: "run", results: run }], [...ana, ...ben]);
    expect(found.raters[0]).toMatchObject({
      name: "pass",
      answers: 40,
      differing: 1,
      examples: [{ persons: [{}, {}] }],
    });
    expect(found.raters[0]?.krippendorffAlpha.value).toBeGreaterThan(0.9);
    expect(found.judges[0]?.aspects[0]).toMatchObject({ labelled: 39, open: 1 });
    const only = await calibrateJudges([{ name: "run", results: run }], [...ana, ...ben], {
      raters: ["ana"],
    });
    expect(only).toMatchObject({ raters: [], labels: { raters: ["ana"] } });
    expect(only.judges[0]?.aspects[0]).toMatchObject({ labelled: 40, open: 0 });
  });
});
