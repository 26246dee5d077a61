import { describe, expect, it } from "vitest";
import { rubricSection, VerificationResult } from "../../result/index.ts";
import { JudgeReliability, judgeReliability, krippendorffAlpha } from "../index.ts";

interface Sample {
  readonly question: string;
  readonly judge: string;
  readonly drug: boolean | null;
  readonly dose?: boolean;
  readonly answer?: string;
  readonly replicate?: number;
  readonly depth?: number;
}

function result({ question, judge, drug, dose = true, ...sample }: Sample): VerificationResult {
  return VerificationResult.parse({
    metadata: {
      questionId: question,
      templateId: "t",
      questionText: "?",
      answering: { interface: "openai", modelName: "gpt" },
      parsing: { interface: "openai", modelName: judge },
      executionTime: 1,
      timestamp: "",
      resultId: "",
      replicate: sample.replicate ?? null,
      completedWithoutErrors: true,
    },
    template: {
      rawLlmResponse: sample.answer ?? `answer to ${question}`,
      templateVerificationPerformed: true,
      verifyResult: drug === true && dose,
      fieldResults: { drug, dose },
    },
    rubric: sample.depth === undefined ? null : rubricSection({ llmTraitScores: { depth: sample.depth } }),
  });
}

/** What two judges said of q0, q1, … */
const bothSay = (first: readonly (boolean | null)[], second: readonly (boolean | null)[]) =>
  first.flatMap((drug, at) => [
    result({ question: `q${at}`, judge: "one", drug, depth: at }),
    result({ question: `q${at}`, judge: "two", drug: second[at] ?? null, depth: at + 1 }),
  ]);

describe("judgeReliability", () => {
  it("measures how far judges agree on the same answers, and how many passes may hang on it", async () => {
    const first = [true, true, false, false, true, null];
    const second = [true, false, false, true, false, true];
    const reliability = await judgeReliability(bothSay(first, second));
    expect(JudgeReliability.parse(reliability)).toEqual(reliability);
    expect(reliability.judges).toEqual(["openai:one", "openai:two"]);
    const { between, within } = reliability;
    expect(within).toEqual([]);
    expect(between.map(({ kind, name, metric }) => [kind, name, metric])).toEqual([
      ["verdict", "pass", "nominal"],
      ["field", "drug", "nominal"],
      ["field", "dose", "nominal"],
      ["trait", "depth", "ordinal"],
    ]);
    const [verdict, drug, dose, depth] = between;
    expect(verdict).toMatchObject({ answers: 6, differing: 4, atStake: 4, doubtful: true });
    expect(drug).toMatchObject({ answers: 6, differing: 4, atStake: 4, rawAgreement: { value: 2 / 6 } });
    const alpha = krippendorffAlpha(first.map((one, at) => [`${one}`, `${second[at]}`]));
    expect(drug?.krippendorffAlpha.value).toBe(alpha.value);
    expect(drug?.cohenKappas).toMatchObject([{ first: "openai:one", second: "openai:two", answers: 6 }]);
    expect(dose).toMatchObject({
      differing: 0,
      atStake: 0,
      doubtful: false,
      krippendorffAlpha: { value: null },
    });
    expect(depth).toMatchObject({ atStake: 0, differing: 6, rawAgreement: { value: 0 } });
    expect(depth?.krippendorffAlpha.value).toBeGreaterThan(0.7);
  });

  it("compares nothing that judges said of different answers, nor one judge with none", async () => {
    const apart = [
      result({ question: "q", judge: "one", drug: true, answer: "a" }),
      result({ question: "q", judge: "two", drug: false, answer: "b" }),
    ];
    expect((await judgeReliability(apart)).between).toEqual([]);
    expect(await judgeReliability([result({ question: "q", judge: "one", drug: true })])).toEqual({
      judges: ["openai:one"],
      between: [],
      within: [],
    });
  });

  it("measures how far a judge repeats itself on answers that replicates repeat", async () => {
    const replicates = [1, 2, 3].flatMap((replicate) => [
      result({ question: "same", judge: "one", drug: replicate < 3, replicate }),
      result({ question: "other", judge: "one", drug: true, replicate, answer: `answer ${replicate}` }),
    ]);
    const { within, between } = await judgeReliability(replicates);
    expect(between).toEqual([]);
    expect(within.map(({ name, answers, differing }) => [name, answers, differing])).toEqual([
      ["pass", 1, 1],
      ["drug", 1, 1],
      ["dose", 1, 0],
    ]);
    expect(within[1]).toMatchObject({ judge: "openai:one", rawAgreement: { value: 1 / 3, interval: null } });
  });
});
