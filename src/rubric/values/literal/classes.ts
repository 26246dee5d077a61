import * as z from "zod";
import { isJsonObject } from "../../../base/index.ts";

/** One class of a literal trait. Its place in the list is its score. */
export const TraitClass = z.strictObject({ name: z.string(), description: z.string() }).readonly();
export type TraitClass = z.infer<typeof TraitClass>;

/** Classes in memory: a list, so that their order never depends on how they are called. */
export const TraitClasses = z.array(TraitClass).readonly();

/** Classes as an author writes them: descriptions by name, or a list. */
export type ClassesInput = { readonly [name: string]: string } | readonly TraitClass[];

export const fewestClasses = 2;
const mostClasses = 20;

/** An object of descriptions as a list; anything else as it is, for the schema to judge. */
export function classList(classes: unknown): unknown {
  if (!isJsonObject(classes)) return classes;
  return Object.entries(classes).map(([name, description]) => ({ name, description }));
}

/** JavaScript puts such keys of an object first, in the order of their numbers, wherever they were written. */
export function losesOrder(name: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(name);
}

/** What is wrong with a set of classes: 2 to 20 of them, none blank, no two names alike but for case. */
export function classProblems(classes: readonly TraitClass[]): readonly string[] {
  return [...classCountProblems(classes, fewestClasses), ...classTextProblems(classes)];
}

/** What is wrong with the number of classes. */
export function classCountProblems(classes: readonly TraitClass[], fewest: number): readonly string[] {
  return classes.length < fewest || classes.length > mostClasses
    ? [`expected ${fewest} to ${mostClasses} classes, found ${classes.length}`]
    : [];
}

function classTextProblems(classes: readonly TraitClass[]): readonly string[] {
  const names = classes.map(({ name }) => name.trim().toLowerCase());
  return classes.flatMap(({ name, description }, index) => [
    ...(name.trim() === "" ? [`class ${index + 1} has a blank name`] : []),
    ...(description.trim() === "" ? [`class ${JSON.stringify(name)} has a blank description`] : []),
    ...(names.indexOf(names[index] ?? "") === index
      ? []
      : [`the class ${JSON.stringify(name)} is there twice (case does not matter)`]),
  ]);
}
