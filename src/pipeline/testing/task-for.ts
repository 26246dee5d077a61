import { createPatternEngine, systemClock } from "../../base/index.ts";
import { Benchmark, type Question } from "../../benchmark/index.ts";
import { structuredParser } from "../../judge/index.ts";
import type { LlmPort } from "../../ports/index.ts";
import type { ModelIdentity } from "../../result/index.ts";
import type { AnswerTemplate } from "../../template/index.ts";
import type { AnsweringModel, PipelineOptions, PipelineServices, Task } from "../index.ts";
import { stageDefaults } from "./stage-defaults.generated.ts";

const identity = (modelName: string): ModelIdentity => ({
  interface: "scripted",
  modelName,
  tools: [],
  configId: null,
});

/** Default options: the template path with nothing optional. */
export const plainOptions: PipelineOptions = { ...stageDefaults, rubricStrategy: "batch", prompts: {} };

/** A task about one question, with scripted models. */
export function taskFor(parts: {
  readonly question?: string;
  readonly template?: AnswerTemplate;
  readonly stored?: Question["template"];
  readonly answering: LlmPort | AnsweringModel["connection"];
  readonly judge: LlmPort;
  readonly options?: Partial<PipelineOptions>;
  readonly rubric?: Task["rubric"];
}): Task {
  const benchmark = Benchmark.create({ name: "test" });
  const id = benchmark.addQuestion({
    question: parts.question ?? "What is the putative target of venetoclax?",
    rawAnswer: "BCL2",
    template: parts.template,
  });
  const question = benchmark.getQuestion(id);
  const models = { systemPrompt: null, requestTimeoutMs: undefined, retryBudget: { timeout: 3 } };
  return {
    question: parts.stored === undefined ? question : { ...question, template: parts.stored },
    templateId: "template",
    answering: {
      ...models,
      id: "answerer",
      identity: identity("answerer"),
      recorded: false,
      connection: "kind" in parts.answering ? parts.answering : { kind: "llm", llm: parts.answering },
    },
    parsing: {
      ...models,
      id: "judge",
      identity: identity("judge"),
      llm: parts.judge,
      parser: structuredParser(parts.judge),
      agent: null,
    },
    replicate: null,
    fewShot: [],
    rubric: parts.rubric ?? null,
    runName: null,
    options: { ...plainOptions, ...parts.options },
  };
}

/** Services with the system clock and a loader that gives back the given template. */
export async function plainServices(overrides: Partial<PipelineServices> = {}): Promise<PipelineServices> {
  return {
    templates: {
      load: async () => {
        throw new Error("no template is loaded from source in this test");
      },
      async [Symbol.asyncDispose]() {},
    },
    tools: { patterns: await createPatternEngine({}) },
    answers: { share: async (_key, generate) => ({ value: await generate(), shared: false }) },
    callables: {
      async evaluate(code, text) {
        if (code.kind !== "native") throw new Error("only native functions run in this test");
        return code.evaluate(text);
      },
    },
    clock: systemClock,
    ...overrides,
  };
}
