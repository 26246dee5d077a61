import { splitCommandLine, variablePattern } from "./split-command-line.ts";

/** Headers by their names in small letters, or what is wrong with them. */
type ReadHeaders = Readonly<Record<string, string>> | string;

const example = '-H "Authorization: Bearer $TOKEN"';
const header = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*?)\s*$/s;
const sendable = /^[\t\x20-\x7e\x80-\xff]+$/;

/**
 * Reads what follows the URL of a server, in the way of `curl`: `-H "Name: value"` or `--header`, any number of times.
 * What is wrong is said without what was found, which may hold a key.
 *
 * @param fill the value of a variable
 */
export function readHeaders(text: string, fill: (name: string) => string): ReadHeaders {
  const raw = splitCommandLine(text, () => "");
  const filled = splitCommandLine(text, fill);
  if (!raw.ok || !filled.ok) return raw.ok ? "" : `after the URL: ${raw.problem}`;
  if (raw.words.some((word) => word.text.search(variablePattern) >= 0))
    return `a header names a variable in single quotes, where none is filled in; expected double quotes, such as ${example}`;
  const words = filled.words.map((word) => word.text);
  const headers: Record<string, string> = {};
  for (let at = 0; at < words.length; at += 2) {
    const [, name, value = ""] = header.exec(words[at + 1] ?? "") ?? [];
    if (!/^(-H|--header)$/.test(words[at] ?? "") || name === undefined)
      return `expected headers after the URL, such as ${example}, found something else`;
    const key = name.toLowerCase();
    if (!sendable.test(value))
      return `the header ${name} is empty, or has characters that no header can have`;
    if (Object.hasOwn(headers, key)) return `the header ${name} is given twice`;
    headers[key] = value;
  }
  return headers;
}
