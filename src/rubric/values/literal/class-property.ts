import { isJsonObject, type JsonValue, recordFrom } from "../../../base/index.ts";
import { readJsonProperty } from "../../json-property.ts";
import type { FieldProblem } from "../value-type.ts";
import { losesOrder, type TraitClass } from "./classes.ts";

/**
 * The classes of a trait, from an object of descriptions or its JSON text, in the order of the file. An object that was
 * parsed already has lost the place of names that look like numbers; text has not.
 */
export function classesFromProperty(value: JsonValue | undefined): unknown {
  const classes = readJsonProperty(value);
  if (!isJsonObject(classes)) return classes;
  const names = typeof value === "string" ? namesInOrder(value, classes) : Object.keys(classes);
  return names.map((name) => ({ name, description: classes[name] }));
}

/** Names that look like numbers only keep their order as text. */
export function classesToProperty(classes: readonly TraitClass[] | null): JsonValue | undefined {
  if (classes === null) return undefined;
  if (!classes.some(({ name }) => losesOrder(name)))
    return recordFrom(classes.map(({ name, description }) => [name, description]));
  const entries = classes.map(
    ({ name, description }) => `${JSON.stringify(name)}: ${JSON.stringify(description)}`,
  );
  return `{${entries.join(", ")}}`;
}

/** True for an object that may have lost the order of its names on the way here. */
function mayHaveLostOrder(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).filter(losesOrder).length > 0;
}

/** In an object of texts, names and descriptions take turns. */
function namesInOrder(text: string, classes: { readonly [name: string]: JsonValue }): readonly string[] {
  if (!Object.values(classes).every((description) => typeof description === "string"))
    return Object.keys(classes);
  const tokens = text.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  const names = tokens.filter((_, index) => index % 2 === 0).map((token): string => JSON.parse(token));
  return [...new Set(names)];
}

/** Warns of classes whose order the file cannot have kept. */
export function orderWarning(classes: JsonValue | undefined): readonly FieldProblem[] {
  if (!mayHaveLostOrder(classes)) return [];
  const message =
    "names that are whole numbers lose their place in an object; store the classes as JSON text";
  return [{ field: "classes", message }];
}
