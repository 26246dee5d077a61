// The quickstart benchmark as its author writes it. `npm run quickstart:build` saves it as benchmark.jsonld.
import {
  answerTemplate,
  atLeastN,
  Benchmark,
  booleanMatch,
  callableTrait,
  containsAny,
  dateMatch,
  exactMatch,
  literalMatch,
  llmTrait,
  metricTrait,
  numericExact,
  numericGraded,
  numericMinimum,
  numericRange,
  numericTolerance,
  orderedMatch,
  regexMatch,
  regexTrait,
  setContainment,
  traceLength,
  traceRegex,
  verified,
} from "karenina";
import * as z from "zod";

const benchmark = Benchmark.create({
  name: "Quickstart",
  description:
    "Short questions that between them show every outcome of a verification, and the kinds of rubric traits.",
  version: "1.0.0",
});

// Qualities judged on every answer, right or wrong.
benchmark.setGlobalRubric([
  llmTrait({
    name: "concise",
    description: "The answer says what is asked and little else",
    kind: "boolean",
  }),
  regexTrait({ name: "cites_source", description: "Has a numbered citation", pattern: "\\[\\d+\\]" }),
]);

benchmark.addQuestion({
  question: "What is the putative target of venetoclax?",
  rawAnswer: "BCL2",
  keywords: ["pharmacology"],
  template: answerTemplate({
    target: verified(z.string(), {
      description: "The protein the answer names as the direct target, as a gene symbol",
      groundTruth: "BCL2",
      verifyWith: exactMatch({ normalize: ["lowercase", "strip", "remove_punctuation"] }),
    }),
  }),
});

benchmark.addQuestion({
  question: "How many pairs of chromosomes does a human somatic cell have?",
  rawAnswer: "23",
  keywords: ["genetics"],
  template: answerTemplate({
    pairs: verified(z.int(), {
      description: "The number of chromosome pairs",
      groundTruth: 23,
      verifyWith: numericExact(),
    }),
  }),
});

benchmark.addQuestion({
  question: "At which temperature in degrees Celsius does ethanol boil at one atmosphere?",
  rawAnswer: "78.37 °C",
  keywords: ["chemistry"],
  template: answerTemplate({
    celsius: verified(z.number(), {
      description: "The boiling point in degrees Celsius",
      groundTruth: 78.37,
      verifyWith: numericTolerance({ tolerance: 0.5, mode: "absolute" }),
    }),
  }),
});

benchmark.addQuestion({
  question: "Which phase was the MURANO trial of venetoclax with rituximab?",
  rawAnswer: "Phase III",
  keywords: ["clinical trials"],
  template: answerTemplate({
    phase: verified(z.enum(["I", "II", "III", "IV"]), {
      description: "The phase of the trial as a Roman numeral",
      groundTruth: "III",
      verifyWith: literalMatch(),
    }),
  }),
});

benchmark.addQuestion({
  question: "What is the ClinicalTrials.gov identifier of the MURANO trial?",
  rawAnswer: "NCT02005471",
  keywords: ["clinical trials"],
  template: answerTemplate({
    identifier: verified(z.string(), {
      description: "The registry identifier, with its NCT prefix",
      groundTruth: "NCT02005471",
      verifyWith: regexMatch({ pattern: "^NCT02005471$" }),
    }),
  }),
});

benchmark.addQuestion({
  question: "On which day did the FDA first approve venetoclax?",
  rawAnswer: "April 11, 2016",
  keywords: ["regulation"],
  template: answerTemplate({
    approved: verified(z.string(), {
      description: "The date of first approval, as the answer writes it",
      groundTruth: "2016-04-11",
      verifyWith: dateMatch(),
    }),
  }),
});

benchmark.addQuestion({
  question: "Which four bases occur in DNA?",
  rawAnswer: "adenine, cytosine, guanine, thymine",
  keywords: ["genetics"],
  template: answerTemplate({
    bases: verified(z.array(z.string()), {
      description: "The bases the answer lists, as lower-case English names",
      groundTruth: ["adenine", "cytosine", "guanine", "thymine"],
      verifyWith: setContainment(),
    }),
  }),
});

benchmark.addQuestion({
  question: "Is aspirin an irreversible inhibitor of COX-1?",
  rawAnswer: "Yes",
  keywords: ["pharmacology"],
  template: answerTemplate({
    irreversible: verified(z.boolean(), {
      description: "True when the answer says that the inhibition is irreversible",
      groundTruth: true,
      verifyWith: booleanMatch(),
    }),
  }),
});

benchmark.addQuestion({
  question: "What is the normal pH of arterial blood?",
  rawAnswer: "7.35 to 7.45",
  keywords: ["physiology"],
  template: answerTemplate({
    ph: verified(z.number(), {
      description: "The pH; the middle of a range when the answer gives one",
      groundTruth: 7.4,
      verifyWith: numericRange({ min: 7.35, max: 7.45 }),
    }),
  }),
});

benchmark.addQuestion({
  question: "How does metformin lower hepatic glucose production?",
  rawAnswer: "It inhibits mitochondrial complex I and activates AMPK.",
  keywords: ["pharmacology"],
  template: answerTemplate({
    mechanism: verified(z.string(), {
      description: "The mechanism in the answer's own words",
      groundTruth: "inhibits mitochondrial complex I, activates AMPK",
      verifyWith: containsAny({ substrings: ["complex i", "ampk"], normalize: ["lowercase"] }),
    }),
  }),
  rubric: [
    metricTrait({
      name: "mechanism_coverage",
      description: "Which parts of the mechanism the answer covers",
      metrics: ["precision", "recall", "f1"],
      tpInstructions: [
        "inhibits mitochondrial complex I",
        "activates AMPK",
        "lowers the expression of gluconeogenic genes",
      ],
    }),
  ],
});

// Partial credit: a good estimate passes with part of the score.
benchmark.addQuestion({
  question: "Roughly how many protein-coding genes does the human genome have?",
  rawAnswer: "about 20,000",
  keywords: ["genetics"],
  template: answerTemplate({
    genes: verified(z.int(), {
      description: "The number of protein-coding genes",
      groundTruth: 20000,
      verifyWith: numericGraded({ cutoff: 0.25 }),
    }),
  }),
});

// A strategy: two of three facts are enough; the granular score still counts all three.
benchmark.addQuestion({
  question:
    "From which year has the GDPR applied, what is the highest fine as a share of turnover, and within how many hours must a breach be notified?",
  rawAnswer: "2018, 4 %, 72 hours",
  keywords: ["law"],
  template: answerTemplate(
    {
      year: verified(z.int(), {
        description: "The year from which the regulation applies",
        groundTruth: 2018,
        verifyWith: numericExact(),
      }),
      fine_percent: verified(z.number(), {
        description: "The highest fine in percent of worldwide turnover",
        groundTruth: 4,
        verifyWith: numericTolerance({ tolerance: 0, mode: "absolute" }),
      }),
      notification_hours: verified(z.int(), {
        description: "Hours within which a breach must be notified",
        groundTruth: 72,
        verifyWith: numericMinimum(),
      }),
    },
    { strategy: atLeastN(2, ["year", "fine_percent", "notification_hours"]) },
  ),
});

// A custom check: it runs in a sandbox when the benchmark comes from a file.
benchmark.addQuestion({
  question:
    "In a population in Hardy-Weinberg equilibrium 36 % show the recessive phenotype. What are the allele frequencies p and q?",
  rawAnswer: "q = 0.6, p = 0.4",
  keywords: ["genetics"],
  template: answerTemplate(
    {
      p: verified(z.number(), {
        description: "Frequency of the dominant allele, between 0 and 1",
        groundTruth: 0.4,
        verifyWith: numericTolerance({ tolerance: 0.005, mode: "absolute" }),
      }),
      q: verified(z.number(), {
        description: "Frequency of the recessive allele, between 0 and 1",
        groundTruth: 0.6,
        verifyWith: numericTolerance({ tolerance: 0.005, mode: "absolute" }),
      }),
    },
    {
      verify: ({ p, q }, { fieldResults }) =>
        fieldResults.p === true && fieldResults.q === true && Math.abs(Number(p) + Number(q) - 1) < 1e-6,
    },
  ),
});

// Trace checks look at the answer itself: no judge is asked.
benchmark.addQuestion({
  question:
    "In at most 60 words and with at least one numbered citation: why is venetoclax started at a low dose?",
  rawAnswer: "To avoid tumour lysis syndrome.",
  keywords: ["pharmacology"],
  template: answerTemplate({
    short: verified(z.boolean(), {
      description: "The answer has at most 60 words",
      groundTruth: true,
      verifyWith: traceLength({ max: 60, unit: "words" }),
    }),
    cited: verified(z.boolean(), {
      description: "The answer cites at least one numbered source",
      groundTruth: true,
      verifyWith: traceRegex({ pattern: "\\[\\d+\\]" }),
    }),
  }),
});

// The recorded answer to this one is wrong.
benchmark.addQuestion({
  question: "List the phases of mitosis in order.",
  rawAnswer: "prophase, metaphase, anaphase, telophase",
  keywords: ["cell biology"],
  template: answerTemplate({
    phases: verified(z.array(z.string()), {
      description: "The phases in the order the answer gives them, as lower-case English names",
      groundTruth: ["prophase", "metaphase", "anaphase", "telophase"],
      verifyWith: orderedMatch(),
    }),
  }),
});

// The recorded answer leaves out the year: not stated is told apart from wrong.
benchmark.addQuestion({
  question: "Who discovered penicillin, and in which year?",
  rawAnswer: "Alexander Fleming, 1928",
  keywords: ["history"],
  template: answerTemplate({
    discoverer: verified(z.string(), {
      description: "Family name of the discoverer",
      groundTruth: "Fleming",
      verifyWith: exactMatch(),
      weight: 2,
    }),
    year: verified(z.int(), {
      description: "The year of the discovery",
      groundTruth: 1928,
      verifyWith: numericExact(),
    }),
  }),
});

// The recorded answer is a refusal.
benchmark.addQuestion({
  question: "What is the CAS registry number of venetoclax?",
  rawAnswer: "1257044-40-8",
  keywords: ["chemistry"],
  template: answerTemplate({
    cas: verified(z.string(), {
      description: "The CAS registry number",
      groundTruth: "1257044-40-8",
      verifyWith: exactMatch(),
    }),
  }),
});

// The recorded judge replies with prose in place of JSON, twice.
benchmark.addQuestion({
  question: "Lack of which vitamin causes scurvy?",
  rawAnswer: "Vitamin C",
  keywords: ["medicine"],
  template: answerTemplate({
    vitamin: verified(z.string(), {
      description: "The vitamin's letter",
      groundTruth: "C",
      verifyWith: exactMatch(),
    }),
  }),
});

// No template: there is no single right answer, so only its rubric is judged.
benchmark.addQuestion({
  question: "Explain to a patient in two sentences why a course of antibiotics should be finished.",
  rawAnswer:
    "Stopping early can leave the hardiest bacteria alive, so the illness may return and be harder to treat.",
  keywords: ["communication"],
  rubric: [
    llmTrait({
      name: "clarity",
      description: "A lay person would understand it",
      kind: "score",
      minScore: 1,
      maxScore: 5,
    }),
    llmTrait({
      name: "tone",
      description: "How it speaks to the patient",
      kind: "literal",
      classes: {
        warm: "Speaks to the patient as a person",
        neutral: "States facts",
        stern: "Warns or scolds",
      },
    }),
    callableTrait({
      name: "two_sentences",
      description: "Has exactly two sentences",
      kind: "boolean",
      evaluate: (text) => text.split(/[.!?](?:\s|$)/).filter((part) => part.trim() !== "").length === 2,
    }),
  ],
});

export default benchmark;
