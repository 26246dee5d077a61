import * as z from "zod";
import { type JsonObject, type JsonSchema, wireJsonSchema } from "../../base/index.ts";
import { CallableCode, traitKind, traitTypes } from "../../rubric/index.ts";
import { BenchmarkForm, CheckForm, FieldForm, QuestionForm, TraitForm } from "./benchmark-form.ts";
import { checkSchema } from "./check-form.ts";
import { NodeForm, ScenarioForm } from "./scenario-form.ts";

/** The JSON Schema (2020-12) of a benchmark in YAML, for completion and checks in editors. */
export function benchmarkSchema(): JsonObject {
  const { $schema, $defs, ...root } = schemaOf(BenchmarkForm);
  const { questions, fields, scenarios } = root.properties ?? {};
  const scenario = definitionOf(ScenarioForm);
  const nodes = { ...scenario.properties?.nodes, additionalProperties: { $ref: "#/$defs/node" } };
  const properties = {
    ...root.properties,
    questions: { ...questions, items: { $ref: "#/$defs/question" } },
    fields: { ...fields, additionalProperties: { $ref: "#/$defs/field" } },
    scenarios: { ...scenarios, items: scenarioEntry },
  };
  const schema = {
    $schema,
    title: "Benchmark",
    ...root,
    properties,
    $defs: {
      ...$defs,
      ...schemaOf(QuestionForm).$defs,
      question: questionSchema(QuestionForm),
      scenario: { ...scenario, properties: { ...scenario.properties, nodes } },
      node: questionSchema(NodeForm),
      field: definitionOf(FieldForm),
      check: checkSchema(),
      trait: traitSchema(),
    },
  };
  return JSON.parse(JSON.stringify(schema));
}

/** A form as one of the definitions of the file's schema, which holds all of them. */
function definitionOf(form: z.ZodType): JsonSchema {
  const { $schema: _dialect, $defs: _beside, ...definition } = schemaOf(form);
  return definition;
}

/** A question, or what is one and more. */
function questionSchema(form: z.ZodType): JsonSchema {
  const schema = definitionOf(form);
  const fields = { ...schema.properties?.fields, additionalProperties: ownField };
  return { ...schema, properties: { ...schema.properties, check: ownCheck, fields } };
}

const ownField: JsonSchema = {
  anyOf: [
    { $ref: "#/$defs/field" },
    {
      type: ["string", "number", "boolean", "array", "null"],
      description: "The ground truth of a shared field",
    },
  ],
};

const ownCheck: JsonSchema = {
  anyOf: [{ $ref: "#/$defs/check" }, { type: "null", description: "None, in place of the default one" }],
};

/** A scenario in the form of this file, or one that a checkpoint holds, as it stands. */
const scenarioEntry: JsonSchema = {
  anyOf: [
    { $ref: "#/$defs/scenario" },
    {
      type: "object",
      properties: { "@type": { type: "string", description: "A scenario of a checkpoint, as it stands" } },
      required: ["@type"],
    },
  ],
};

/** Code as a file can hold it; a function of a program is none. */
const storedCode = wireJsonSchema(
  z.union(CallableCode.options.filter((option) => !("evaluate" in option.def.innerType.shape))),
  "input",
);

/** What the form leaves to code, by the name of its own schema. */
const elsewhere: ReadonlyMap<unknown, string> = new Map([
  [CheckForm, "check"],
  [TraitForm, "trait"],
]);

function schemaOf(schema: z.ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      const name = elsewhere.get(zodSchema);
      if (name !== undefined) jsonSchema.$ref = `#/$defs/${name}`;
      if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
      delete jsonSchema.id;
    },
  });
  // zod's type allows keywords that ours does not list
  return json as JsonSchema;
}

/** Classes as people write them, descriptions by name, beside the list that they become. */
function classesSchema(list: JsonSchema): JsonSchema {
  const byName: JsonSchema = {
    type: "object",
    additionalProperties: { type: "string" },
    description: "What each class means, by its name; the first scores 0",
  };
  return { anyOf: [byName, ...(list.anyOf ?? [list])] };
}

function traitSchema(): JsonSchema {
  return {
    anyOf: [
      ...traitTypes.map((type): JsonSchema => {
        const { $schema: _dialect, ...schema } = wireJsonSchema(traitKind(type).schema, "input", "any");
        const { unusable: _unusable, ...own } = schema.properties ?? {};
        const properties = {
          ...own,
          ...(own.code === undefined ? {} : { code: storedCode }),
          ...(own.classes === undefined ? {} : { classes: classesSchema(own.classes) }),
        };
        const required = ["type", ...(schema.required ?? [])];
        return { ...schema, properties, required, additionalProperties: false };
      }),
      {
        type: "object",
        properties: {
          rating: { type: "object", description: "A Rating node of a checkpoint, as it stands" },
        },
        required: ["rating"],
        additionalProperties: false,
      },
    ],
  };
}
