/** A benchmark in YAML of so many questions, as `model-server.ts` answers them. */
export const trialBenchmark = (questions: number): string =>
  [
    "karenina: 1",
    "name: Trial",
    "questions:",
    ...Array.from({ length: questions }, (_, at) =>
      [
        `  - question: What is number ${at}?`,
        `    answer: "${at}"`,
        "    fields:",
        "      value:",
        "        description: The number that the answer names",
        `        truth: "${at}"`,
        "        check: exact_match",
      ].join("\n"),
    ),
  ].join("\n");
