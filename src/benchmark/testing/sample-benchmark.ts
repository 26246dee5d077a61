import { llmTrait } from "../../rubric/index.ts";
import { Benchmark } from "../benchmark.ts";
import type { QuestionInput } from "../question/question-input.ts";

/** Source of a template that is never run. */
export const python = { text: "class Answer(BaseAnswer):\n    pass\n", language: "Python" } as const;
/** A trait of one question. */
export const tone = llmTrait({ name: "Tone", description: "Is it formal?", kind: "boolean" });
const questions: readonly QuestionInput[] = [
  {
    id: "a",
    question: "Capital of France?",
    rawAnswer: "Paris",
    template: python,
    author: { name: "Ada Lovelace" },
    keywords: ["geo", "eu"],
  },
  {
    id: "b",
    question: "Capital of Peru?",
    rawAnswer: "Lima",
    customMetadata: { level: 2, area: { name: "South America" } },
    keywords: ["geo"],
  },
  {
    id: "c",
    question: "Who wrote Faust?",
    rawAnswer: "Goethe",
    finished: false,
    author: "Grace",
    rubric: [tone],
    customMetadata: { level: 10 },
  },
];
/** Three questions that differ in everything one can ask for. */
export const sampleBenchmark = () => {
  const benchmark = Benchmark.create({ name: "Mixed" });
  benchmark.addQuestions(questions);
  return benchmark;
};
