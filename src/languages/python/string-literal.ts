import type { PythonNode } from "./python-node.ts";
import type { PythonValue } from "./python-value.ts";
import { isCode, isMistake } from "./reading-stop.ts";

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ["\n", ""],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

const escapes = /\\([0-7]{1,3}|x[0-9A-Fa-f]{0,2}|u[0-9A-Fa-f]{0,4}|U[0-9A-Fa-f]{0,8}|N|[\s\S])/g;

/** The value of a string literal: text, or bytes as one character each. */
export function readString(node: PythonNode): PythonValue {
  const [, prefix = "", quote = ""] = /^([A-Za-z]*)("""|'''|"|')/.exec(node.text) ?? [];
  const flags = prefix.toLowerCase();
  // the grammar takes `\\{` for one sign, in which Python sees a backslash and the beginning of a value
  const isFormatted =
    node.children.some(({ name }) => name === "FormatReplacement") ||
    (flags.includes("f") && node.text.includes("\\{"));
  if (isFormatted) isCode("an f-string", node);
  const written = node.text.slice(prefix.length + quote.length, -quote.length);
  const body = flags.includes("f") ? written.replaceAll("{{", "{").replaceAll("}}", "}") : written;
  const isBytes = flags.includes("b");
  if (isBytes && /[^\0-\x7f]/.test(body)) isMistake("bytes can only hold ASCII characters", node);
  const text = flags.includes("r") || !body.includes("\\") ? body : unescapeText(body, node, isBytes);
  return isBytes ? { kind: "bytes", bytes: text } : { kind: "text", text };
}

function unescapeText(body: string, node: PythonNode, isBytes: boolean): string {
  return body.replace(escapes, (whole, code: string) => {
    const simple = simpleEscapes.get(code);
    if (simple !== undefined) return simple;
    if (/^[0-7]/.test(code)) {
      const point = Number.parseInt(code, 8);
      return String.fromCharCode(isBytes ? point & 0xff : point);
    }
    if (code.startsWith("x")) return character(code, 3, node);
    if (isBytes) return whole;
    if (code === "N") isCode("a character by its name (\\N{…})", node);
    if (code.startsWith("u")) return character(code, 5, node);
    return code.startsWith("U") ? character(code, 9, node) : whole;
  });
}

function character(code: string, length: number, node: PythonNode): string {
  const point = Number.parseInt(code.slice(1), 16);
  if (code.length < length || point > 0x10ffff) isMistake(`\\${code} is no character`, node);
  if (point >= 0xd800 && point <= 0xdfff) isCode("half of a character", node);
  return String.fromCodePoint(point);
}
