import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenAiScript } from "../../src/models/testing/index.ts";

/** A folder outside any project, gone when disposed. */
export interface SampleProject extends AsyncDisposable {
  readonly folder: string;
  /** Writes a file into the folder and returns its path. */
  write(name: string, content: string): Promise<string>;
}

/** Makes an empty folder with a benchmark module in it: `benchmark.ts`, with as many questions as asked for. */
export async function sampleProject(questions = 3): Promise<SampleProject> {
  const folder = await mkdtemp(join(tmpdir(), "karenina-e2e-"));
  const write = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  await write("benchmark.ts", benchmarkModule(questions));
  return { folder, write, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

const benchmarkModule = (questions: number) => `
import { answerTemplate, Benchmark, exactMatch, verified } from "karenina";
import * as z from "zod";

const benchmark: Benchmark = Benchmark.create({ name: "Sample", version: "1.0.0" });
for (let place = 0; place < ${questions}; place += 1) {
  benchmark.addQuestion({
    id: \`q\${place}\`,
    question: \`What is target \${place}?\`,
    rawAnswer: \`T\${place}\`,
    template: answerTemplate({
      target: verified(z.string(), { description: "The target", groundTruth: \`T\${place}\`, verifyWith: exactMatch() }),
    }),
  });
}
export default benchmark;
`;

/** Answers every question rightly, and judges so, but for the questions named as wrong. */
export function scripted({
  wrong = [],
}: {
  readonly wrong?: readonly number[];
} = {}): NonNullable<OpenAiScript["chat"]> {
  return ({ body }) => {
    const place = Number(/What is target (\d+)\?/.exec(JSON.stringify(body))?.[1]);
    if (body.response_format === undefined) return `It is T${place}.`;
    return JSON.stringify({ target: wrong.includes(place) ? "other" : `T${place}` });
  };
}

/** The flags that name one model on a server for both sides. */
export const modelFlags = (url: string) => [
  "--base-url",
  url,
  "--answering-model",
  "m",
  "--parsing-model",
  "j",
];
