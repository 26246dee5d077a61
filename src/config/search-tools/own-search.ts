import type { SearchFunction, SearchObject } from "../../search/index.ts";

/** A search given from code, or exported by a module. */
export type OwnSearch = SearchFunction | SearchObject;

type MethodName = SearchObject extends infer One ? (One extends unknown ? keyof One : never) : never;

/** A name that the search adapter does not call, or one that it does and that is missing, is a type error. */
const methodNames: { readonly [Name in MethodName]: true } = {
  search: true,
  ainvoke: true,
  arun: true,
  invoke: true,
  run: true,
};

/**
 * True for a function, and for an object with a method that a search calls. The adapter knows the same; it is not asked,
 * for it loads what connections need, and a setting is read long before one is opened.
 */
export function isOwnSearch(value: unknown): value is OwnSearch {
  if (typeof value === "function") return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.keys(methodNames).some((name) => typeof Reflect.get(value, name) === "function");
}
