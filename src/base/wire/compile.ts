import type * as z from "zod";
import { KareninaError } from "../errors.ts";
import { arrayNode, recordNode, tupleNode } from "./collection-nodes.ts";
import { objectNode, type UnknownKeys } from "./object-node.ts";
import { discriminatedNode, unionNode } from "./union-node.ts";
import { wireName } from "./wire-name.ts";
import { plainNode, type WireNode } from "./wire-node.ts";

type Compile = (schema: z.core.$ZodType) => WireNode;

/** How a schema is compiled. */
export interface CompileOptions {
  /** Says which members are left out where they equal what their absence is read as. Default: none. */
  readonly omits?: ((member: z.core.$ZodType) => boolean) | undefined;
}

/** Compiles a schema into a tree of nodes. Throws `composition` for a schema that JSON cannot carry both ways. */
export function compileWire(root: z.core.$ZodType, { omits = () => false }: CompileOptions = {}): WireNode {
  const known = new Map<z.core.$ZodType, WireNode>();
  const compile: Compile = (schema) => {
    const seen = known.get(schema);
    if (seen) return seen;
    // stands in while the schema refers to itself
    known.set(
      schema,
      deferredNode(() => known.get(schema) ?? plainNode),
    );
    const node = nodeOf(schema, compile, omits);
    known.set(schema, node);
    return node;
  };
  return compile(root);
}

function nodeOf(
  schema: z.core.$ZodType,
  compile: Compile,
  omits: (member: z.core.$ZodType) => boolean,
): WireNode {
  // zod's base class does not know its own definitions; the union of all schemas does
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case "object":
      return objectNode(
        Object.entries(def.shape).map(([key, child]) => ({
          key,
          wireKey: wireName(key, child),
          node: compile(child),
          omitted: omits(child) ? absentValue(child) : undefined,
        })),
        unknownKeys(def.catchall, compile),
      );
    case "array":
      return arrayNode(compile(def.element));
    case "tuple":
      return tupleNode(def.items.map(compile), def.rest ? compile(def.rest) : plainNode);
    case "record":
      return recordNode(compile(def.valueType));
    case "union": {
      const options = def.options.map((option) => ({ schema: option, node: compile(option) }));
      return "discriminator" in def && typeof def.discriminator === "string"
        ? discriminatedNode(options, def.discriminator)
        : unionNode(options);
    }
    case "optional":
    case "nullable":
    case "nonoptional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return compile(def.innerType);
    case "lazy":
      return deferredNode(() => compile(def.getter()));
    case "pipe":
      return pipeNode(def, compile);
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "undefined":
    case "void":
    case "never":
    case "any":
    case "unknown":
    case "literal":
    case "enum":
    case "template_literal":
    case "custom":
      return plainNode;
    default:
      throw new KareninaError(
        "composition",
        `A schema of type ${def.type} cannot be stored as JSON both ways.`,
        {
          hint: "Use the JSON form of the value in the schema, such as an ISO string for a date.",
        },
      );
  }
}

/** What the absence of a member is read as; undefined: as its absence, or it has to be there. */
function absentValue(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "default") return def.defaultValue;
  return def.type === "readonly" ? absentValue(def.innerType) : undefined;
}

function unknownKeys(catchall: z.core.$ZodType | undefined, compile: Compile): UnknownKeys {
  if (catchall === undefined) return { policy: "drop" };
  return catchall._zod.def.type === "never"
    ? { policy: "reject" }
    : { policy: "keep", node: compile(catchall) };
}

function pipeNode(def: z.core.$ZodPipeDef, compile: Compile): WireNode {
  const isPreprocess = def.in._zod.def.type === "transform";
  const isChain = !isPreprocess && def.out._zod.def.type !== "transform" && !("reverseTransform" in def);
  if (isPreprocess || isChain) return compile(def.out);
  throw new KareninaError("composition", "A transformed value cannot be turned back into JSON.", {
    hint: "Keep transforms out of stored schemas, or put them in front with z.preprocess.",
  });
}

function deferredNode(resolve: () => WireNode): WireNode {
  let node: WireNode | undefined;
  const resolved = (): WireNode => {
    node ??= resolve();
    return node;
  };
  return {
    plain: false,
    holds: (container) => resolved().holds(container),
    encode: (value) => resolved().encode(value),
    decode: (json, cursor) => resolved().decode(json, cursor),
    step: (key) => resolved().step(key),
  };
}
