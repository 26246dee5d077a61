import * as z from "zod";
import { snakeCase } from "../../base/index.ts";
import { primitives } from "../../template/index.ts";

/** The parameters of each primitive by their names in Python. */
export function primitiveParameters(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map(
    primitives.map(({ type, options }) => {
      const names = options instanceof z.ZodObject ? Object.keys(options.shape) : [];
      return [type, new Map(names.map((name) => [snakeCase(name), name]))];
    }),
  );
}
