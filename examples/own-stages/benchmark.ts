import { answerTemplate, Benchmark, traceContains, verified } from "karenina";
import * as z from "zod";

const benchmark = Benchmark.create({ name: "Cited answers" });

for (const [question, name] of [
  ["Which protein does venetoclax inhibit?", "BCL-2"],
  ["Which trial compared venetoclax and rituximab with bendamustine and rituximab?", "MURANO"],
] as const) {
  benchmark.addQuestion({
    question,
    rawAnswer: name,
    finished: true,
    template: answerTemplate({
      named: verified(z.boolean(), {
        description: `The answer names ${name}`,
        groundTruth: true,
        verifyWith: traceContains({ substring: name }),
      }),
    }),
  });
}

export default benchmark;
