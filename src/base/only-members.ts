import * as z from "zod";
import { askNearest } from "./nearest-name.ts";

/** A schema for each member of a type: one that is missing, or that is none, is a type error. */
export type ShapeOf<Subject> = { readonly [Member in keyof Subject]-?: z.ZodType };

/**
 * An object of these members alone; another one is a problem, with the nearest of them.
 *
 * @param word what a member is called in the problem
 */
export const onlyMembers = <Members extends z.core.$ZodLooseShape>(members: Members, word = "member") =>
  z.strictObject(members, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys
            .map((key) => `unknown ${word} ${JSON.stringify(key)}${askNearest(key, Object.keys(members))}`)
            .join("; ")
        : undefined,
  });
