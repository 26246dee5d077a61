// What the quickstart plays back: answers and judge replies written by hand for this example. No model produced
// them, and they say nothing about any model. `npm run quickstart:record` turns them into the files beside.

/** One question's recorded side: the answer, whether it abstains, and the judge's reply to the template. */
export interface RecordedQuestion {
  /** How the question begins. */
  readonly question: string;
  readonly answer: string;
  readonly abstains?: string;
  /** A JSON object, or the text of a reply that is none. Absent: the judge is not asked. */
  readonly judge?: { readonly [field: string]: unknown } | string;
  /** Values of boolean and score traits; `concise` is true where it is not given. */
  readonly traits?: { readonly [trait: string]: boolean | number };
  /** Classes of literal traits. */
  readonly classes?: { readonly [trait: string]: string };
  /** Lists of a metric trait. */
  readonly findings?: { readonly [bucket: string]: readonly string[] };
}

export const recorded: readonly RecordedQuestion[] = [
  {
    question: "What is the putative target of venetoclax?",
    answer: "Venetoclax targets BCL-2 (B-cell lymphoma 2), a key anti-apoptotic protein.",
    judge: { target: "BCL-2" },
  },
  {
    question: "How many pairs of chromosomes",
    answer: "A human somatic cell has 46 chromosomes, that is 23 pairs.",
    judge: { pairs: 23 },
  },
  {
    question: "At which temperature in degrees Celsius",
    answer: "Ethanol boils at about 78.4 °C (173 °F) at 1 atm.",
    judge: { celsius: 78.4 },
  },
  {
    question: "Which phase was the MURANO trial",
    answer: "MURANO was a randomised, open-label phase 3 trial in relapsed or refractory CLL.",
    judge: { phase: "III" },
    traits: { concise: false },
  },
  {
    question: "What is the ClinicalTrials.gov identifier",
    answer: "The MURANO trial is registered as NCT02005471.",
    judge: { identifier: "NCT02005471" },
  },
  {
    question: "On which day did the FDA",
    answer: "The FDA first approved venetoclax on 11 April 2016, for CLL with 17p deletion.",
    judge: { approved: "11 April 2016" },
  },
  {
    question: "Which four bases occur in DNA?",
    answer: "DNA is built from thymine, adenine, guanine and cytosine.",
    judge: { bases: ["thymine", "adenine", "guanine", "cytosine"] },
  },
  {
    question: "Is aspirin an irreversible inhibitor",
    answer: "Yes. Aspirin acetylates a serine of COX-1, which blocks the enzyme for good.",
    judge: { irreversible: true },
  },
  {
    question: "What is the normal pH of arterial blood?",
    answer: "Between 7.35 and 7.45, so around 7.4.",
    judge: { ph: 7.4 },
  },
  {
    question: "How does metformin lower",
    answer: "Metformin inhibits complex I of the respiratory chain; the lower energy charge activates AMPK.",
    judge: { mechanism: "inhibits complex I of the respiratory chain, which activates AMPK" },
    findings: {
      tp: ["inhibits complex I of the respiratory chain", "activates AMPK"],
      fn: ["lowers the expression of gluconeogenic genes"],
      fp: [],
    },
  },
  {
    question: "Roughly how many protein-coding genes",
    answer: "Current estimates are around 21,500 protein-coding genes.",
    judge: { genes: 21500 },
  },
  {
    question: "From which year has the GDPR applied",
    answer:
      "It has applied since 25 May 2018. Fines reach 4 % of turnover. Breaches must be notified within 48 hours.",
    judge: { year: 2018, fine_percent: 4, notification_hours: 48 },
    traits: { concise: false },
  },
  {
    question: "In a population in Hardy-Weinberg",
    answer: "q² = 0.36, so q = 0.6 and p = 1 − 0.6 = 0.4.",
    judge: { p: 0.4, q: 0.6 },
  },
  {
    question: "In at most 60 words",
    answer:
      "Venetoclax kills CLL cells so quickly that their contents can flood the blood: tumour lysis syndrome. A weekly ramp-up from 20 mg lets the tumour load fall gradually [1].",
  },
  {
    question: "List the phases of mitosis in order.",
    answer: "Mitosis runs through prophase, anaphase, metaphase and telophase.",
    judge: { phases: ["prophase", "anaphase", "metaphase", "telophase"] },
  },
  {
    question: "Who discovered penicillin",
    answer: "Penicillin was discovered by Alexander Fleming at St Mary's Hospital in London.",
    judge: { discoverer: "Fleming", year: null },
  },
  {
    question: "What is the CAS registry number",
    answer: "I'm sorry, but I do not have access to chemical registries, so I cannot give you a CAS number.",
    abstains: 'The answer says "I do not have access to chemical registries" and gives no number.',
  },
  {
    question: "Lack of which vitamin",
    answer: "Scurvy is caused by a lack of vitamin C.",
    judge: "The answer looks right to me: scurvy comes from missing vitamin C.",
  },
  {
    question: "Explain to a patient",
    answer:
      "Even when you feel better, a few of the toughest bacteria may still be alive. Taking every dose makes sure they are gone, so the infection does not come back stronger.",
    traits: { concise: true, clarity: 5 },
    classes: { tone: "warm" },
  },
];

/** What the answers are in German, by how their question begins. */
export const german: { readonly [question: string]: string } = {
  "What is the putative target of venetoclax?":
    "Venetoclax wirkt auf BCL-2 (B-cell lymphoma 2), ein wichtiges anti-apoptotisches Protein.",
  "How many pairs of chromosomes": "Eine menschliche Körperzelle hat 46 Chromosomen, also 23 Paare.",
  "At which temperature in degrees Celsius": "Ethanol siedet bei etwa 78.4 °C (173 °F) bei 1 atm.",
  "Which phase was the MURANO trial":
    "MURANO war eine randomisierte, offene Studie der Phase 3 bei rezidivierter oder refraktärer CLL.",
  "What is the ClinicalTrials.gov identifier": "Die Studie MURANO ist als NCT02005471 registriert.",
  "On which day did the FDA":
    "Die FDA hat Venetoclax zuerst am 11. April 2016 zugelassen, für CLL mit 17p-Deletion.",
  "Which four bases occur in DNA?": "DNA besteht aus Thymin, Adenin, Guanin und Cytosin.",
  "Is aspirin an irreversible inhibitor":
    "Ja. Aspirin acetyliert ein Serin von COX-1, was das Enzym für immer blockiert.",
  "What is the normal pH of arterial blood?": "Zwischen 7.35 und 7.45, also um 7.4.",
  "How does metformin lower":
    "Metformin hemmt den Komplex I der Atmungskette; die niedrigere Energieladung aktiviert AMPK.",
  "Roughly how many protein-coding genes":
    "Nach heutigen Schätzungen gibt es ungefähr 21,500 proteinkodierende Gene.",
  "From which year has the GDPR applied":
    "Sie gilt seit dem 25. Mai 2018. Bußgelder betragen bis zu 4 % des Umsatzes. Verletzungen sind binnen 48 Stunden zu melden.",
  "In a population in Hardy-Weinberg": "q² = 0.36, also q = 0.6 und p = 1 − 0.6 = 0.4.",
  "In at most 60 words":
    "Venetoclax tötet CLL-Zellen so schnell, dass ihr Inhalt das Blut überschwemmen kann: Tumorlyse-Syndrom. Eine wöchentliche Steigerung ab 20 mg lässt die Tumorlast allmählich sinken [1].",
  "List the phases of mitosis in order.":
    "Die Mitose durchläuft Prophase, Anaphase, Metaphase und Telophase.",
  "Who discovered penicillin":
    "Penicillin wurde von Alexander Fleming am St Mary's Hospital in London entdeckt.",
  "What is the CAS registry number":
    "Es tut mir leid, ich habe keinen Zugang zu chemischen Registern und kann daher keine CAS-Nummer nennen.",
  "Lack of which vitamin": "Skorbut entsteht durch einen Mangel an Vitamin C.",
  "Explain to a patient":
    "Auch wenn es Ihnen besser geht, können einige der zähesten Bakterien noch leben. Mit jeder Dosis sorgen Sie dafür, dass sie fort sind und die Infektion nicht stärker wiederkommt.",
};
