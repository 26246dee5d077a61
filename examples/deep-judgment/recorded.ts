// What the example plays back: answers and judge replies written by hand. No model produced them, and they say nothing
// about any model. `npm run deep-judgment:record` turns them into the files beside.

/** A quotation as the judge gives it, and what it says of the risk that its claim is made up. */
export interface RecordedQuote {
  readonly text: string;
  readonly confidence: "high" | "medium" | "low" | "none";
  /** Why there is no quotation. */
  readonly explanation?: string;
  /** Only of attributes: their quotations are looked up. */
  readonly risk?: readonly [level: "none" | "low" | "medium" | "high", because: string];
}

/** Quotations by attribute or trait. */
export type RecordedQuotes = { readonly [name: string]: readonly RecordedQuote[] };

/** Evidence, interpretation, conclusion. */
export type RecordedReasons = readonly [evidence: string, interpretation: string, conclusion: string];

/** One question's recorded side. */
export interface RecordedQuestion {
  readonly id: string;
  readonly answer: string;
  readonly attributes: {
    /** One entry for each attempt. */
    readonly quotes: readonly RecordedQuotes[];
    readonly reasons: { readonly [attribute: string]: string };
    readonly values: { readonly [attribute: string]: string | number };
  };
  readonly traits: {
    readonly quotes: readonly RecordedQuotes[];
    readonly reasons: { readonly [trait: string]: RecordedReasons };
    readonly clear: number;
    readonly names_limits: boolean;
    readonly audience: string;
  };
}

const paragraphs = (...texts: readonly string[]) => texts.join("\n\n");

export const recorded: readonly RecordedQuestion[] = [
  {
    id: "venetoclax",
    answer: paragraphs(
      "Venetoclax is a “BH3 mimetic”, taken by mouth. Chronic lymphocytic leukaemia cells live on because they make too much **BCL‑2**, a protein that holds the cell’s own executioners, BAX and BAK, in check.",
      "The drug **binds selectively** to the BH3‑binding groove of BCL‑2 and pushes out the proteins that are held there. These set BAX and BAK free, the outer membrane of the mitochondria becomes leaky, and the cell takes itself apart. BCL‑XL is hardly touched, which is why platelets are spared: they were what its predecessor navitoclax cost.",
      "The FDA first approved venetoclax in April 2016, for chronic lymphocytic leukaemia with 17p deletion after at least one earlier treatment. Cells die so quickly that their contents can flood the blood. The dose is therefore raised week by week from 20 mg to 400 mg, and strong CYP3A inhibitors must not be taken meanwhile.",
    ),
    attributes: {
      quotes: [
        {
          target: [
            {
              text: "binds selectively to the BH3-binding groove of BCL-2",
              confidence: "high",
              risk: ["none", "The entry on venetoclax says the same of the groove of BCL-2."],
            },
            {
              text: "they make too much BCL-2, a protein that holds the cell's own executioners, BAX and BAK, in check",
              confidence: "low",
              risk: ["high", "The results say nothing of what these cells make."],
            },
          ],
          approved: [
            {
              text: "The FDA first approved venetoclax in April 2016",
              confidence: "high",
              risk: ["none", "The list of approvals has it in April 2016."],
            },
          ],
        },
      ],
      reasons: {
        target:
          "The answer says outright that the drug binds to the groove of BCL-2. The other excerpt speaks of what BCL-2 does, not of the drug. The answer therefore names BCL-2, gene symbol BCL2, as the direct target.",
        approved:
          "One excerpt dates the first approval to April 2016. Nothing else in the evidence is a date. The answer therefore states 2016.",
      },
      values: { target: "BCL2", approved: 2016 },
    },
    traits: {
      quotes: [
        {
          clear: [
            {
              text: "the outer membrane of the mitochondria becomes leaky, and the cell takes itself apart",
              confidence: "high",
            },
            {
              text: "Cells die so quickly that their contents can flood the blood.",
              confidence: "medium",
            },
          ],
          names_limits: [
            { text: "strong CYP3A inhibitors must not be taken meanwhile", confidence: "high" },
            { text: "they were what its predecessor navitoclax cost", confidence: "low" },
          ],
          audience: [
            { text: "holds the cell’s own executioners, BAX and BAK, in check", confidence: "medium" },
          ],
        },
      ],
      reasons: {
        clear: [
          "Each molecule is followed by what it does, in pictures such as a leaky membrane; CYP3A is not explained.",
          "A reader with biology from school can follow the chain of causes and stumbles once, at the end.",
          "The explanation is easy to follow but for one term.",
        ],
        names_limits: [
          "One excerpt forbids strong CYP3A inhibitors; the other speaks of another drug.",
          "A prohibition during treatment is a limit in the sense of the criteria.",
          "The answer names a limit of the drug.",
        ],
        audience: [
          "The excerpt names BAX and BAK and says what they are for.",
          "Naming molecules and explaining them is what sets a text for students apart.",
          "It is written for someone who learns.",
        ],
      },
      clear: 4,
      names_limits: true,
      audience: "student",
    },
  },
  {
    id: "imatinib",
    answer: paragraphs(
      "In chronic myeloid leukaemia two chromosomes have swapped their ends. The new gene makes a kinase that is never switched off, BCR-ABL1, and that one kinase drives the disease.",
      "Imatinib occupies the ATP pocket of BCR-ABL1 and holds the kinase in its inactive form. Without ATP it can phosphorylate nothing, and cells that depend on it die. KIT and the PDGF receptors are inhibited as well, hence its use in gastrointestinal stromal tumours.",
      "In the IRIS trial, the estimated overall survival at 10 years was 83.3% in the imatinib group. Mutations of the pocket, T315I above all, make the drug useless.",
    ),
    attributes: {
      quotes: [
        {
          target: [{ text: "Imatinib irreversibly occupies the ATP pocket of BCR-ABL1", confidence: "high" }],
          survival_percent: [
            { text: "the estimated overall survival at 10 years was 83.3%", confidence: "high" },
          ],
        },
        {
          target: [
            {
              text: "Imatinib occupies the ATP pocket of BCR-ABL1",
              confidence: "high",
              risk: ["none", "The entry on imatinib says it in nearly the same words."],
            },
          ],
          survival_percent: [
            {
              text: "the estimated overall survival at 10 years was 83.3%",
              confidence: "high",
              risk: ["low", "One source gives the same figure; it does not say that it is an estimate."],
            },
          ],
        },
      ],
      reasons: {
        target:
          "The excerpt says that imatinib sits in the ATP pocket of BCR-ABL1. It is plain as it stands. The answer states BCR-ABL1.",
        survival_percent:
          "The excerpt gives 83.3% as the overall survival at 10 years. It is an estimate, as survival figures are. The answer states 83.3.",
      },
      values: { target: "BCR-ABL1", survival_percent: 83.3 },
    },
    traits: {
      quotes: [
        {
          clear: [
            {
              text: "The new gene makes a kinase that is never switched off",
              confidence: "high",
            },
            { text: "Without ATP it can phosphorylate nothing", confidence: "medium" },
          ],
          names_limits: [],
          audience: [{ text: "Imatinib occupies the ATP pocket of BCR-ABL1", confidence: "medium" }],
        },
        {
          names_limits: [
            {
              text: "Mutations of the pocket, T315I above all, make the drug useless.",
              confidence: "high",
            },
          ],
        },
      ],
      reasons: {
        clear: [
          "The cause of the disease is told in one plain sentence; phosphorylate and ATP pocket are not explained.",
          "The outline can be followed without these words, the mechanism cannot.",
          "Readers with biology from school can follow about half of the mechanism.",
        ],
        names_limits: [
          "The excerpt says that mutations make the drug useless.",
          "That is where the drug fails.",
          "The answer names a limit.",
        ],
        audience: [
          "The excerpt names the molecule and the place on it.",
          "Neither is everyday language, and no dose or line of treatment is part of it.",
          "It is written for someone who learns.",
        ],
      },
      clear: 3,
      names_limits: true,
      audience: "student",
    },
  },
  {
    id: "olaparib",
    answer: paragraphs(
      "Olaparib inhibits PARP, the enzyme that finds and mends breaks in one strand of DNA. It does more than block it: the enzyme stays trapped on the damaged DNA, and when the cell copies its DNA, the break goes through both strands.",
      "A healthy cell mends that by copying the intact sister strand. A tumour cell that has lost this way of repair cannot, and dies. Two defects that are harmless each are deadly together, which is called synthetic lethality.",
      "The FDA first approved it in December 2014, as capsules for advanced ovarian cancer after three or more lines of chemotherapy. Anaemia is frequent, and in rare cases a myelodysplastic syndrome follows.",
    ),
    attributes: {
      quotes: [
        {
          enzyme: [
            {
              text: "Olaparib inhibits PARP, the enzyme that finds and mends breaks in one strand of DNA.",
              confidence: "high",
              risk: [
                "low",
                "The entry on olaparib names PARP1 and PARP2; it does not speak of single strands.",
              ],
            },
          ],
          genes: [
            {
              text: "",
              confidence: "none",
              explanation: "The answer speaks of a lost way of repair but names no gene.",
            },
          ],
        },
      ],
      reasons: {
        enzyme:
          "The excerpt names PARP as what is inhibited. It is plain as it stands. The answer states PARP.",
        genes:
          "There is no excerpt: the answer names no gene. Which genes are meant can be known, but not from the answer. It states none.",
      },
      // from what the judge knows, against its rules: right, and not what the answer says
      values: { enzyme: "PARP", genes: "BRCA1, BRCA2" },
    },
    traits: {
      quotes: [
        {
          clear: [
            {
              text: "Two defects that are harmless each are deadly together, which is called synthetic lethality.",
              confidence: "high",
            },
          ],
          names_limits: [{ text: "Anaemia is frequent", confidence: "high" }],
          audience: [
            {
              text: "the enzyme that finds and mends breaks in one strand of DNA",
              confidence: "medium",
            },
          ],
        },
      ],
      reasons: {
        clear: [
          "The technical term comes after its meaning.",
          "That is the order in which a reader with biology from school can follow.",
          "The explanation is as easy as the matter allows.",
        ],
        names_limits: [
          "The excerpt says that anaemia is frequent.",
          "An unwanted effect is harm done.",
          "The answer names harm.",
        ],
        audience: [
          "The excerpt says what the enzyme is for.",
          "Names with an explanation set a text for students apart.",
          "It is written for someone who learns.",
        ],
      },
      clear: 5,
      names_limits: true,
      audience: "student",
    },
  },
  {
    id: "trastuzumab",
    answer: paragraphs(
      "Trastuzumab is a humanised antibody. It binds domain IV of HER2, close to the membrane, stops the receptor from signalling, and marks the cell for natural killer cells.",
      "First approval in the United States came in 1996, for metastatic breast cancer with HER2 overexpression, with paclitaxel in first line or alone after prior chemotherapy. Loading dose 4 mg/kg, then 2 mg/kg weekly.",
    ),
    attributes: {
      quotes: [
        {
          receptor: [
            {
              text: "It binds domain IV of HER2",
              confidence: "high",
              risk: ["none", "The entry on trastuzumab names the same domain."],
            },
          ],
          approved: [
            {
              text: "First approval in the United States came in 1996",
              confidence: "high",
              risk: ["high", "The list of approvals has it in September 1998, which contradicts the claim."],
            },
          ],
        },
      ],
      reasons: {
        receptor: "The excerpt names HER2 as what the antibody binds. It is plain. The answer states HER2.",
        approved:
          "The excerpt dates the first approval to 1996. Another source contradicts it, but what counts here is what the answer says. It states 1996.",
      },
      values: { receptor: "HER2", approved: 1996 },
    },
    traits: {
      quotes: [
        {
          clear: [
            {
              text: "stops the receptor from signalling, and marks the cell for natural killer cells",
              confidence: "medium",
            },
          ],
          names_limits: [
            { text: "for metastatic breast cancer with HER2 overexpression", confidence: "low" },
          ],
          audience: [
            {
              text: "with paclitaxel in the first line or alone after prior chemotherapy",
              confidence: "high",
            },
            { text: "Loading dose 4 mg/kg, then 2 mg/kg weekly.", confidence: "high" },
          ],
        },
      ],
      reasons: {
        clear: [
          "Three effects are named in one sentence, none is explained.",
          "A reader with biology from school learns that there are effects, not how they come about.",
          "The explanation can be followed in part.",
        ],
        names_limits: [
          "The excerpt says for whom the drug was approved.",
          "For whom it is approved is not where it fails or does harm.",
          "The answer names no limit.",
        ],
        audience: [
          "Both excerpts are about lines of treatment and doses.",
          "That is what clinicians look for.",
          "It is written for those who treat.",
        ],
      },
      clear: 2,
      names_limits: false,
      audience: "clinician",
    },
  },
];
