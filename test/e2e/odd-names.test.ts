import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isJsonObject, type JsonSchema, type JsonValue } from "../../src/base/index.ts";
import { type OpenAiScript, startOpenAiServer } from "../../src/models/testing/index.ts";
import { readJsonExport } from "../../src/result/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject } from "./sample-project.ts";

/** What every object has, and so what a look-up finds that does not ask for an object's own. */
const names = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"];

/** One question per kind of trait, each with a trait of every name. */
const traitsBy = {
  constructor: `llmTrait({ name, description: "So?", kind: "boolean" })`,
  toString: `llmTrait({ name, description: "How much?", kind: "score" })`,
  valueOf: `llmTrait({ name, description: "Which?", kind: "literal", classes: { constructor: "x", toString: "y" } })`,
  hasOwnProperty: `llmTrait({ name, description: "What?", kind: z.object({ constructor: z.boolean() }) })`,
  ["__proto__"]: `regexTrait({ name, pattern: "BCL" })`,
  isPrototypeOf: `callableTrait({ name, kind: "boolean", evaluate: (text) => text.includes("BCL") })`,
  propertyIsEnumerable: `metricTrait({ name, metrics: ["recall"], tpInstructions: ["nausea"] })`,
};
const ids = Object.keys(traitsBy);

const benchmarkModule = `
import { answerTemplate, Benchmark, callableTrait, exactMatch, llmTrait, metricTrait, regexTrait, verified } from "karenina";
import * as z from "zod";

const names = ${JSON.stringify(names)};
const field = verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() });
const benchmark: Benchmark = Benchmark.create({ name: "constructor" });
const add = (id, trait) =>
  benchmark.addQuestion({
    id,
    question: \`What about \${id}?\`,
    rawAnswer: "BCL2",
    template: answerTemplate({ constructor: field, toString: field, valueOf: field, hasOwnProperty: field }),
    customMetadata: Object.fromEntries(names.map((name) => [name, name])),
    rubric: names.map(trait),
  });
${Object.entries(traitsBy)
  .map(([id, trait]) => `add("${id}", (name) => ${trait});`)
  .join("\n")}
for (const name of names) benchmark.setCustomProperty(name, name);
export default benchmark;
`;

/** Fills in any form: the first of what is allowed, one entry per trait where a list is asked for. */
function filled(schema: JsonSchema, root: JsonSchema = schema): JsonValue {
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  if (schema.anyOf !== undefined) return filled(schema.anyOf[0] ?? {}, root);
  if (schema.type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [name, filled(property, root)]),
    );
  if (schema.type === "array") {
    const each = schema.items?.properties?.trait_name?.enum ?? [];
    const entry = filled(schema.items ?? {}, root);
    return each.map((name) => (isJsonObject(entry) ? { ...entry, trait_name: name } : entry));
  }
  if (schema.type === "boolean") return true;
  return schema.type === "string" ? "BCL2" : (schema.minimum ?? 1);
}

const chat: NonNullable<OpenAiScript["chat"]> = ({ body }) => {
  const format = body.response_format as { json_schema?: { schema?: JsonSchema } } | undefined;
  const schema = format?.json_schema?.schema;
  return schema === undefined ? "It is BCL2." : JSON.stringify(filled(schema));
};

test("such traits, fields, questions and properties are judged, stored, summarised and shown like any other", async () => {
  await using project = await sampleProject();
  await project.write("benchmark.ts", benchmarkModule);
  await using server = await startOpenAiServer({ chat });
  const run = (...args: readonly string[]) => runCommand(args, { cwd: project.folder });
  const outputs = ["out.json", "out.csv", "out.jsonl"].flatMap((file) => ["--output", file]);
  const mode = ["--evaluation-mode", "template_and_rubric"];
  const verified = await run("verify", "benchmark.ts", ...modelFlags(server.url), ...mode, ...outputs);
  expect(verified).toMatchObject({ code: 0 });
  const { results } = await readJsonExport(join(project.folder, "out.json"));
  expect(results.map(({ metadata }) => metadata.questionId)).toEqual(ids);
  for (const { metadata, rubric, template } of results) {
    expect(template?.verifyResult).toBe(true);
    const scores = {
      ...rubric?.llmTraitScores,
      ...rubric?.regexTraitScores,
      ...rubric?.callableTraitScores,
      ...rubric?.metricTraitScores,
    };
    const suffix = metadata.questionId === "hasOwnProperty" ? ".constructor" : "";
    expect(Object.keys(scores).toSorted()).toEqual(names.map((name) => name + suffix).toSorted());
    expect(Object.keys(rubric?.traitProvenance ?? {}).toSorted()).toEqual(names.toSorted());
    expect(rubric?.traitFailures).toBeNull();
    const labels = metadata.questionId === "valueOf" ? names : [];
    expect(Object.keys(rubric?.llmTraitLabels ?? {}).toSorted()).toEqual(labels.toSorted());
  }
  const csv = await readFile(join(project.folder, "out.csv"), "utf8");
  const shown = await run("show", "out.jsonl", "--question", "__proto__", "--full");
  expect(shown).toMatchObject({ code: 0 });
  for (const name of names) {
    expect(csv).toContain(name);
    expect(verified.stdout).toContain(name);
    expect(shown.stdout).toContain(name);
  }
});

test("models, limits, examples and settings by trait and question may have such names too", async () => {
  await using project = await sampleProject();
  await project.write("benchmark.ts", benchmarkModule);
  await using server = await startOpenAiServer({ chat });
  const model = (id: string, name: string) => ({
    id,
    interface: "openai_endpoint",
    model_name: name,
    endpoint_base_url: server.url,
  });
  const byName = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
  const judgedClosely = byName({ enabled: true, excerpt_enabled: false });
  await project.write(
    "odd.json",
    JSON.stringify({
      name: "constructor",
      config: {
        answering_models: names.map((name) => model(name, `m-${name}`)),
        parsing_models: [model("constructor", "j")],
        answerer_concurrency_limits: byName(1),
        evaluation_mode: "template_and_rubric",
        rubric_enabled: true,
        deep_judgment_rubric_mode: "custom",
        deep_judgment_rubric_config: {
          global: judgedClosely,
          question_specific: { constructor: judgedClosely },
        },
      },
    }),
  );
  const run = await runCommand(["verify", "benchmark.ts", "--preset", "odd.json", "--output", "out.json"], {
    cwd: project.folder,
  });
  expect(run).toMatchObject({ code: 0 });
  const { results } = await readJsonExport(join(project.folder, "out.json"));
  expect(results).toHaveLength(names.length * ids.length);
  for (const { metadata, deepJudgmentRubric: found } of results) {
    if (metadata.questionId !== "constructor") continue;
    expect(Object.keys(found?.deepJudgmentRubricScores ?? {}).toSorted()).toEqual(names.toSorted());
  }
});
