import * as z from "zod";
import { askNearest } from "./nearest-name.ts";

/** A schema for each member of a type: one that is missing, or that is none, is a type error. */
export type ShapeOf<Subject> = { readonly [Member in keyof Subject]-?: z.ZodType };

/** More known names are not listed. */
const mostListed = 10;

/** So many members that are none are compared and named. */
const mostNamed = 20;

/**
 * Members that are none, as a phrase: each with the nearest known one, and the known ones where a member is near to none. Of
 * more than 20 it says how many more there are.
 */
export function unknownMembers(given: readonly string[], known: readonly string[], word = "member"): string {
  const named = given.slice(0, mostNamed);
  const questions = named.map((name) => askNearest(name, known));
  const phrases = named.map((name, place) => `unknown ${word} ${JSON.stringify(name)}${questions[place]}`);
  const isListed = questions.includes("") && known.length <= mostListed;
  if (given.length > mostNamed) phrases.push(`${given.length - mostNamed} more that are unknown`);
  return [...phrases, ...(isListed ? [`there are ${known.join(", ")}`] : [])].join("; ");
}

/**
 * An object of these members alone; another one is a problem, with the nearest of them.
 *
 * @param word what a member is called in the problem
 */
export const onlyMembers = <Members extends z.core.$ZodLooseShape>(members: Members, word = "member") =>
  z.strictObject(members, {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? unknownMembers(issue.keys, Object.keys(members), word) : undefined,
  });
