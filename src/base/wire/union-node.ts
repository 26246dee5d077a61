import * as z from "zod";
import { containerOf, type DecodeCursor, isObject, plainNode, type WireNode } from "./wire-node.ts";

/** One member of a union. */
interface UnionOption {
  readonly schema: z.core.$ZodType;
  readonly node: WireNode;
}

const stepOfAny =
  (options: readonly UnionOption[]): WireNode["step"] =>
  (key) => {
    for (const { node } of options) {
      const step = node.plain ? undefined : node.step(key);
      if (step) return step;
    }
    return undefined;
  };

/** A union: the first option that accepts the value renames it. */
export function unionNode(options: readonly UnionOption[]): WireNode {
  if (options.every(({ node }) => node.plain)) return plainNode;

  const candidates = (value: unknown): readonly UnionOption[] => {
    const container = containerOf(value);
    if (container === undefined) return [];
    const renaming = options.filter(({ node }) => node.holds(container));
    // a plain option may accept the value as well; then only the schemas can tell
    return renaming.length === 0 ? [] : options.filter(({ node }) => node.plain || node.holds(container));
  };

  return {
    plain: false,
    holds: (container) => options.some(({ node }) => node.holds(container)),
    encode(value) {
      const possible = candidates(value);
      const chosen =
        possible.length === 1 ? possible[0] : possible.find(({ schema }) => accepts(schema, value));
      return chosen ? chosen.node.encode(value) : value;
    },
    decode(json, cursor) {
      const attempts = candidates(json).map(({ schema, node }) => {
        const own: DecodeCursor = { path: [...cursor.path], misnamed: [] };
        return { schema, value: node.decode(json, own), misnamed: own.misnamed, renames: !node.plain };
      });
      const accepted =
        attempts.find(({ schema, value, misnamed }) => misnamed.length === 0 && accepts(schema, value)) ??
        attempts.find(({ renames }) => renames);
      if (!accepted) return json;
      cursor.misnamed.push(...accepted.misnamed);
      return accepted.value;
    },
    step: stepOfAny(options),
  };
}

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

/** A union whose options tell themselves apart by the value of one key. */
export function discriminatedNode(options: readonly UnionOption[], discriminator: string): WireNode {
  const byValue = new Map<unknown, WireNode>();
  for (const { schema, node } of options) {
    for (const value of schema._zod.propValues?.[discriminator] ?? []) byValue.set(value, node);
  }
  // asked for late: an option may contain the union and not be compiled yet
  let wireKeys: ReadonlySet<string> | undefined;
  const nodeOfJson = (json: { readonly [key: string]: unknown }): WireNode | undefined => {
    wireKeys ??= new Set(options.map(({ node }) => String(node.step(discriminator)?.[0] ?? discriminator)));
    for (const wireKey of wireKeys) {
      const node = Object.hasOwn(json, wireKey) ? byValue.get(json[wireKey]) : undefined;
      if (node) return node;
    }
    return undefined;
  };
  return {
    plain: false,
    holds: (container) => container === "object",
    encode: (value) =>
      isObject(value) ? (byValue.get(value[discriminator])?.encode(value) ?? value) : value,
    decode: (json, cursor) => {
      if (!isObject(json)) return json;
      const node = nodeOfJson(json);
      if (node) return node.decode(json, cursor);
      // no option fits; renamed by any of them, the schema's complaint shows the discriminator that was found
      return options[0]?.node.decode(json, { path: [], misnamed: [] }) ?? json;
    },
    step: stepOfAny(options),
  };
}
