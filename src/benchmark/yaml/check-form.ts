import {
  camelKeys,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  nearestName,
  recordFrom,
  snakeCase,
  wireJsonSchema,
} from "../../base/index.ts";
import { type PrimitiveSpec, primitives } from "../../template/index.ts";
import { type FormProblems, unknownKey } from "./form-problems.ts";

const named = new Map(primitives.map((primitive) => [snakeCase(primitive.type), primitive]));
const names = [...named.keys()];

/** A check as a file says it: `exact_match`, or `{ numeric_tolerance: { tolerance: 5 } }`. Undefined after adding problems. */
export function readCheck(
  value: JsonValue,
  path: readonly PropertyKey[],
  problems: FormProblems,
): PrimitiveSpec | undefined {
  if (typeof value === "string") return readNamed(value, {}, { path, key: false }, problems);
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) {
    problems.add(path, "expected the name of a check, or one name with its parameters");
    return undefined;
  }
  const [name, parameters] = entry;
  const inside = [...path, name];
  if (parameters === null || isJsonObject(parameters))
    return readNamed(name, parameters ?? {}, { path: inside, key: true }, problems);
  problems.add(inside, "expected the parameters of the check as an object");
  return undefined;
}

function readNamed(
  name: string,
  parameters: JsonObject,
  { path, key }: { readonly path: readonly PropertyKey[]; readonly key: boolean },
  problems: FormProblems,
): PrimitiveSpec | undefined {
  const primitive = named.get(name);
  if (primitive === undefined) {
    const near = nearestName(name, names);
    const there =
      near === undefined ? `there are ${names.join(", ")}` : `did you mean ${JSON.stringify(near)}?`;
    problems.add(path, `there is no check ${JSON.stringify(name.slice(0, 60))}; ${there}`, key);
    return undefined;
  }
  const { fields, misnamed } = camelKeys(parameters);
  const known = () => Object.keys(parameterSchema(primitive).properties ?? {});
  for (const wrong of misnamed) problems.add([...path, wrong], unknownKey(wrong, known()), true);
  const parsed = primitive.options.safeParse(fields, { reportInput: true });
  if (parsed.success) return misnamed.length > 0 ? undefined : { ...fields, type: primitive.type };
  for (const issue of parsed.error.issues) {
    const [first, ...rest] = issue.path;
    const at = first === undefined ? path : [...path, snakeCase(String(first)), ...rest];
    if (issue.code !== "unrecognized_keys") problems.addIssue(issue, at);
    else
      for (const wrong of issue.keys.map(snakeCase))
        problems.add([...at, wrong], unknownKey(wrong, known()), true);
  }
  return undefined;
}

/** A check in the words of a file. */
export function checkForm({ type, ...parameters }: PrimitiveSpec): JsonValue {
  const name = snakeCase(type);
  // all keys of a spec but `type` are JSON; the rest of a destructured index signature is not inferred so
  const given = Object.entries(parameters as JsonObject).map(
    ([key, value]) => [snakeCase(key), value] as const,
  );
  return given.length === 0 ? name : { [name]: recordFrom(given) };
}

function parameterSchema(primitive: (typeof primitives)[number]): JsonSchema {
  const { $schema: _dialect, ...schema } = wireJsonSchema(primitive.options, "input");
  return schema;
}

/** The JSON Schema of a check. */
export function checkSchema(): JsonSchema {
  const alone = primitives.filter((primitive) => primitive.options.safeParse({}).success);
  return {
    description: "How the value is compared: the name of a check, or one name with its parameters",
    anyOf: [
      { enum: alone.map(({ type }) => snakeCase(type)) },
      ...primitives.map(
        (primitive): JsonSchema => ({
          type: "object",
          properties: {
            [snakeCase(primitive.type)]: { ...parameterSchema(primitive), description: primitive.summary },
          },
          required: [snakeCase(primitive.type)],
          additionalProperties: false,
        }),
      ),
    ],
  };
}
