import { md5, stripWhiteSpace } from "../base/index.ts";

/** The id of a question without a template. */
export const noTemplateId = "no_template";

/**
 * Identifies a template by its source text, whatever its indentation and line endings: the MD5 of the
 * dedented, right-trimmed, trimmed text; `no_template` for null and blank text.
 *
 * The margin is measured before line endings are unified, as in the ids of existing files: indented
 * CRLF text that contains an empty line keeps its indentation.
 */
export function templateId(source: string | null): string {
  const stripped = stripWhiteSpace(source ?? "");
  if (source === null || stripped === "") return noTemplateId;
  if (hasNoMargin.test(source) && !looseLine.test(source)) return md5(stripped);
  const lines = dedent(source).replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n");
  return md5(stripWhiteSpace(lines.map(trimEnd).join("\n")));
}

/** A text whose first line begins at its start: the margin is empty, and only ends of lines are left to strip. */
const hasNoMargin = /^[!-~]/;
/** A line that ends with anything but a plain character, such as white space. */
const looseLine = /[^!-~\n]\n|\r/;

/** Guarded at its start, only the end of the line is stripped. */
function trimEnd(line: string): string {
  return stripWhiteSpace(`|${line}`).slice(1);
}

function dedent(text: string): string {
  const lines = text.split("\n").map((line) => (/^[ \t]+$/.test(line) ? "" : line));
  const indents = lines.filter((line) => line !== "").map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  const margin = indents.reduce<string | undefined>(
    (shared, indent) => (shared === undefined ? indent : commonStart(shared, indent)),
    undefined,
  );
  return margin
    ? lines.map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line)).join("\n")
    : lines.join("\n");
}

function commonStart(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return left.slice(0, length);
}
