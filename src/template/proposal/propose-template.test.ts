import { describe, expect, test } from "vitest";
import { createPatternEngine, type JsonObject } from "../../base/index.ts";
import { verifyAnswer } from "../verification/verify-answer.ts";
import { proposeTemplate } from "./propose-template.ts";

const propose = (answer: string, { question = "What is it?", notes = "" } = {}) =>
  proposeTemplate({ question, answer, notes });

/** Whether what a judge has filled in passes. */
async function passes(proposal: ReturnType<typeof propose>, filled: JsonObject): Promise<boolean> {
  if (proposal === undefined) throw new Error("expected a proposal");
  const tools = { patterns: createPatternEngine() };
  const answer = { values: filled, nullFields: [] };
  return (await verifyAnswer(proposal.template, answer, { trace: "", tools })).fieldResult;
}

describe("an answer is taken for what it looks like", () => {
  test.each([
    ["yes or no", "No"],
    ["yes or no", "Yes, because it has gills."],
    ["date", "1996-07-05"],
    ["date", "25 April 1953"],
    ["date", "July 4, 2012"],
    ["date", "9.11.1989"],
    ["yes or no", "Nein, weil es keine gibt."],
    ["term", "No one"],
    ["term", "Non-coding RNA"],
    ["term", "5 out of 10"],
    ["term", "1939 to 1945"],
    ["term", "2,4-dinitrophenol"],
    ["list", "1,5,7"],
    ["number", "46"],
    ["number", "3.1 billion base pairs"],
    ["number", "-70 mV"],
    ["number", "6.02214076e23 mol^-1"],
    ["number", "103000 km²"],
    ["number", "1,234,567"],
    ["number", "6.5%"],
    ["number", "5.67 × 10^-8 W"],
    ["list", "adenine; cytosine; guanine; thymine"],
    ["list", "6; 28; 496"],
    ["list", "Austria, France and Italy"],
    ["identifier", "P10415"],
    ["identifier", "58-08-2"],
    ["identifier", "1P/Halley"],
    ["identifier", "10.1000/xyz123"],
    ["term", "transfer RNA"],
    ["term", "Dead Sea"],
    ["statements", "A guide RNA pairs with the complementary DNA sequence, which must lie next to a PAM."],
    ["statements", "It never decreases with time; it grows or stays the same."],
  ])("%s: %s", (form, answer) => {
    expect(propose(answer)?.form).toBe(form);
  });

  test("a year only where a year is asked for", () => {
    expect(propose("1928", { question: "In which year was penicillin found?" })?.form).toBe("year");
    expect(propose("1928", { question: "How many are there?" })?.form).toBe("number");
  });

  test.each(["", "  ", "…", "?!"])("nothing is proposed for %j", (answer) => {
    expect(propose(answer)).toBeUndefined();
  });
});

describe("what is proposed passes right answers and no others", () => {
  test.each<[string, JsonObject, JsonObject, { question?: string; notes?: string }?]>([
    ["46", { amount: 46 }, { amount: 47 }],
    ["18.015 g/mol", { amount: 18.02 }, { amount: 18.2 }],
    ["-70 mV", { amount: -79 }, { amount: 70 }, { notes: "-60 to -80 mV is right" }],
    [
      "3.1 billion base pairs",
      { amount: 3_000_000_000 },
      { amount: 3.1 },
      { notes: "3.0 to 3.2 billion is right" },
    ],
    ["299792458 m/s", { amount: 299_792_458 }, { amount: 300_000_000 }, { question: "Exactly how fast?" }],
    ["25 April 1953", { date: "1953-04-25" }, { date: "1953-04-26" }],
    ["No", { yes: false }, { yes: true }],
    ["9.11.1989", { date: "1989-11-09" }, { date: "1989-09-11" }],
    ["1,5", { amount: 1.5 }, { amount: 15 }],
    ["8.848,86 m", { amount: 8848.86 }, { amount: 8.848 }],
    ["1,67e-27 kg", { amount: 1.67e-27 }, { amount: 1.7e-27 }],
    ["10 to 20 kg", { amount: 12 }, { amount: 21 }],
    ["2-propanol, 1-butanol", { items: ["1-butanol", "2-propanol"] }, { items: ["butanol", "propanol"] }],
    ["2 eggs and 100 g flour", { items: ["2 eggs", "100 g flour"] }, { items: ["eggs", "g flour"] }],
    [
      "1. Paris, 2. London, and 3. Rome",
      { items: ["paris", "london", "rome"] },
      { items: ["paris", "london"] },
    ],
    ["transfer RNA", { answer: "tRNA" }, { answer: "mRNA" }, { notes: "Also: tRNA" }],
    ["UAA; UAG; UGA", { items: ["UGA", "UAA", "UAG"] }, { items: ["UGA", "UAA"] }],
    [
      "Prophase; metaphase; anaphase",
      { items: ["prophase", "metaphase", "anaphase"] },
      { items: ["metaphase", "prophase", "anaphase"] },
      { question: "List the phases in order." },
    ],
    [
      "It is inherited from the mother. It does not recombine.",
      { states_1: true, states_2: true },
      { states_1: true, states_2: false },
    ],
  ])("%s", async (answer, right, wrong, more = {}) => {
    const proposal = propose(answer, more);
    expect([await passes(proposal, right), await passes(proposal, wrong)]).toEqual([true, false]);
  });
});

test("the reason says what is right, and the notes it comes from", () => {
  const proposal = propose("3.1 billion base pairs", { notes: "3.0 to 3.2 billion is right" });
  expect(proposal?.reason).toBe(
    'A number, "base pairs" its unit: right from 3000000000 to 3200000000, as the notes say.',
  );
});
