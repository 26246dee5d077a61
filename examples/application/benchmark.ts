import { answerTemplate, Benchmark, exactMatch, faithfulness, numericExact, verified } from "karenina";
import * as z from "zod";

const benchmark: Benchmark = Benchmark.create({ name: "Drug labels", version: "1.0.0" });

const targets = { venetoclax: "BCL2", imatinib: "ABL1", trastuzumab: "HER2" };
for (const [drug, target] of Object.entries(targets))
  benchmark.addQuestion({
    id: `target-of-${drug}`,
    question: `What does ${drug} act on?`,
    rawAnswer: target,
    template: answerTemplate({
      target: verified(z.string(), {
        description: "The protein that the answer names, such as BCL2",
        groundTruth: target,
        verifyWith: exactMatch({ normalize: ["lowercase", "strip"] }),
      }),
    }),
  });
benchmark.addQuestion({
  id: "approval-of-imatinib",
  question: "When was imatinib approved?",
  rawAnswer: "2001",
  template: answerTemplate({
    year: verified(z.int(), {
      description: "The year of the first approval",
      groundTruth: 2001,
      verifyWith: numericExact(),
    }),
  }),
});
benchmark.addQuestion({
  id: "target-of-aspirin",
  question: "What does aspirin block?",
  rawAnswer: "cyclooxygenase",
  template: answerTemplate({
    enzyme: verified(z.string(), {
      description: "The enzyme that the answer names",
      groundTruth: "cyclooxygenase",
      verifyWith: exactMatch({ normalize: ["lowercase", "strip"] }),
    }),
  }),
});

// for every question: is each claim of the answer supported by the passages behind it?
benchmark.setGlobalRubric([faithfulness()]);

export default benchmark;
