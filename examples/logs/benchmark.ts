import { answerTemplate, Benchmark, numericExact, verified } from "karenina";
import * as z from "zod";

const benchmark: Benchmark = Benchmark.create({ name: "Refunds", version: "1.0.0" });

const shares = { "half an hour": 0, "one hour": 25, "two hours": 50 };
for (const [late, share] of Object.entries(shares))
  benchmark.addQuestion({
    id: `refund-${late.replaceAll(" ", "-")}`,
    question: `What do I get back when I arrive ${late} late?`,
    rawAnswer: `${share} % of the fare`,
    template: answerTemplate({
      share: verified(z.number(), {
        description: "How much of the fare the answer promises, in percent",
        groundTruth: share,
        verifyWith: numericExact(),
      }),
    }),
  });

export default benchmark;
