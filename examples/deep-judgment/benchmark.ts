// The benchmark as its author writes it. `npm run deep-judgment:build` saves it as benchmark.jsonld.
import {
  answerTemplate,
  Benchmark,
  containsAny,
  exactMatch,
  llmTrait,
  numericExact,
  numericTolerance,
  verified,
} from "karenina";
import * as z from "zod";

const benchmark = Benchmark.create({
  name: "Evidence",
  description: "Long answers about medicines, judged by the passages that bear each value out.",
  version: "1.0.0",
});

benchmark.setGlobalRubric([
  llmTrait({
    name: "clear",
    description: "How easily a reader who had biology at school can follow the explanation",
    kind: "score",
    minScore: 1,
    maxScore: 5,
  }),
  llmTrait({
    name: "names_limits",
    description: "The answer says where the drug fails, does harm, or must not be used",
    kind: "boolean",
  }),
  llmTrait({
    name: "audience",
    description: "Whom the answer is written for",
    kind: "literal",
    classes: {
      patient: "Everyday words, no names of molecules without an explanation",
      student: "Names molecules and explains what they do",
      clinician: "Takes mechanism for granted; doses, lines of treatment, trial results",
    },
  }),
]);

const geneSymbol = exactMatch({ normalize: ["lowercase", "strip", "remove_punctuation"] });

// Excerpts that are verbatim, and one that differs from the answer in typography alone.
benchmark.addQuestion({
  id: "venetoclax",
  question: "Which protein does venetoclax bind, and in which year did the FDA first approve it?",
  rawAnswer: "BCL2, 2016",
  keywords: ["oncology"],
  template: answerTemplate({
    target: verified(z.string(), {
      description: "The protein that the answer names as the direct target, as a gene symbol",
      groundTruth: "BCL2",
      verifyWith: geneSymbol,
    }),
    approved: verified(z.int(), {
      description: "The year of the first approval in the United States",
      groundTruth: 2016,
      verifyWith: numericExact(),
    }),
  }),
});

// The judge invents a word in a quotation, is asked again, and corrects it.
benchmark.addQuestion({
  id: "imatinib",
  question:
    "Which fusion protein does imatinib inhibit, and what share of its patients were alive after ten years in the IRIS trial?",
  rawAnswer: "BCR-ABL1, 83.3 %",
  keywords: ["oncology"],
  template: answerTemplate({
    target: verified(z.string(), {
      description: "The fusion protein, as a gene symbol",
      groundTruth: "BCR-ABL1",
      verifyWith: geneSymbol,
    }),
    survival_percent: verified(z.number(), {
      description: "Overall survival after ten years in percent",
      groundTruth: 83.3,
      verifyWith: numericTolerance({ tolerance: 0.5, mode: "absolute" }),
    }),
  }),
});

// The answer says nothing about the genes. The judge fills them in all the same, and rightly.
benchmark.addQuestion({
  id: "olaparib",
  question:
    "Which enzyme does olaparib inhibit, and mutations of which genes did its first approval ask for?",
  rawAnswer: "PARP; BRCA1 or BRCA2",
  keywords: ["oncology"],
  template: answerTemplate({
    enzyme: verified(z.string(), {
      description: "The enzyme, by its usual abbreviation",
      groundTruth: "PARP",
      verifyWith: containsAny({ substrings: ["parp"], normalize: ["lowercase"] }),
    }),
    genes: verified(z.string(), {
      description: "The genes whose mutation was required, as the answer names them",
      groundTruth: "BRCA1, BRCA2",
      verifyWith: containsAny({ substrings: ["brca"], normalize: ["lowercase"] }),
    }),
  }),
});

// The answer gives a wrong year, and the search says so.
benchmark.addQuestion({
  id: "trastuzumab",
  question: "Which receptor does trastuzumab bind, and in which year did the FDA first approve it?",
  rawAnswer: "HER2, 1998",
  keywords: ["oncology"],
  template: answerTemplate({
    receptor: verified(z.string(), {
      description: "The receptor, by its usual abbreviation",
      groundTruth: "HER2",
      verifyWith: geneSymbol,
    }),
    approved: verified(z.int(), {
      description: "The year of the first approval in the United States",
      groundTruth: 1998,
      verifyWith: numericExact(),
    }),
  }),
});

export default benchmark;
