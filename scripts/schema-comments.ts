import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the comments of a schema's source say: of the schema, and of each of its members by name. */
export interface SchemaComments {
  readonly about: string | undefined;
  readonly members: ReadonlyMap<string, string>;
}

const comment = String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*`;

/**
 * The comments of `export const NAME = z.…({ … })` in a file of src, for members that stand one on a line.
 *
 * @param start another text that what is documented begins with, such as `results: {`
 */
export function schemaComments(
  file: string,
  name: string,
  start = `export const ${name} = `,
): SchemaComments {
  const source = readFileSync(join(import.meta.dirname, "..", "src", file), "utf8");
  const place = source.indexOf(start);
  if (place === -1) throw new Error(`${file} has no "${start}"`);
  const [line = ""] = /^ */.exec(source.slice(source.lastIndexOf("\n", place) + 1)) ?? [];
  const after = source.slice(place);
  const end = new RegExp(`\\n${line}[^\\s.)]`).exec(after)?.index ?? after.length;
  const found = [...after.slice(0, end).matchAll(new RegExp(`${comment}(\\w+):`, "g"))];
  const about = new RegExp(`${comment}$`).exec(source.slice(0, place))?.[1];
  return {
    about: about === undefined ? undefined : plainText(about),
    members: new Map(found.map(([, text = "", member = ""]) => [member, plainText(text)])),
  };
}

/** A comment's text without the stars at the beginnings of its lines. */
const plainText = (text: string) =>
  text
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trimEnd())
    .join(" ")
    .trim();
