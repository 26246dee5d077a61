// What the example plays back: answers and judge replies written by hand. No model produced them, and they say nothing
// about any model. `npm run moving:record` turns them into the files beside.

/** One question's recorded side. */
export interface RecordedQuestion {
  /** How the question begins. */
  readonly question: string;
  readonly answer: string;
  /** The judge's reply to the template. Absent: the judge is not asked. */
  readonly judge?: { readonly [field: string]: unknown };
  readonly traits: { readonly [trait: string]: boolean | number };
}

export const recorded: readonly RecordedQuestion[] = [
  {
    question: "What is the direct target",
    answer: "Venetoclax binds BCL-2. Its first approval rests on the trial M13-982 (NCT01889186).",
    judge: { target: "BCL-2" },
    traits: { concise: true },
  },
  {
    question: "How many pairs of chromosomes",
    answer: "A human body cell has 23 pairs of chromosomes, an egg cell perhaps 46 chromosomes.",
    judge: { pairs: 23, in_egg: 46 },
    traits: { concise: true },
  },
  {
    question: "Under which number",
    answer: "MURANO is registered as NCT02005471.",
    traits: { concise: true },
  },
  {
    question: "Which phase was the MURANO trial",
    answer:
      "MURANO combined venetoclax and rituximab in its experimental arm. It was a phase 3 trial, and was published in spring 2018.",
    judge: { phase: "III", drugs: ["rituximab", "venetoclax"], published: "spring 2018" },
    traits: { concise: true },
  },
  {
    question: "By which weekly steps",
    answer:
      "It is started at 20 mg a day and raised each week to 50, 100 and 200 mg, until 0.4 g a day are reached. Raising it slowly prevents tumour lysis syndrome: the tumour must not fall apart all at once.",
    judge: { steps: [20, 50, 100, 200], daily: { amount: 0.4, unit: "g" } },
    traits: { concise: false, patient_safety: 5 },
  },
];
