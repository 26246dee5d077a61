import type { JsonValue } from "../../base/index.ts";

/** A comment at the end of a line, or nothing. */
const rest = "(?: *| +#.*)$";

const doubleQuoted = new RegExp(`^("(?:[^"\\\\]|\\\\.)*")${rest}`);
const singleQuoted = new RegExp(`^'((?:[^']|'')*)'${rest}`);

/** A quoted text that ends on its line; undefined for any other. */
export function readQuoted(written: string): string | undefined {
  const [, single] = singleQuoted.exec(written) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'");
  const [, double] = doubleQuoted.exec(written) ?? [];
  return double === undefined ? undefined : jsonText(double);
}

/** A text as JSON writes it, which YAML reads alike. */
function jsonText(quoted: string): string | undefined {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

/** The text of a line that is not quoted, without its comment, as the value it stands for; undefined for what is more. */
export function readPlain(written: string): JsonValue | undefined {
  const comment = written.indexOf(" #");
  const text = withoutEnd(comment === -1 ? written : written.slice(0, comment));
  if (/^$|^[^\w"'\u00a0-\uffff.(/+\\^<$=;-]|^-(?![\w.])|: |:$/.test(text)) return undefined;
  return plainValue(text);
}

/** Without the spaces at its end; a pattern would try from each of them. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === " ") end -= 1;
  return text.slice(0, end);
}

/** Numbers that everything reads alike. */
const number = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,8})?$/;

/** Whatever else may be a number, and more. */
const numeric = /^[-+]?(?:[\d.]+(?:[eE][-+]?\d*)?|0[xo]\w*|\.\w+)$/;

function plainValue(text: string): JsonValue | undefined {
  switch (text) {
    case "true":
      return true;
    case "false":
      return false;
    case "null":
      return null;
  }
  if (/^(?:true|false|null|~)$/i.test(text)) return undefined;
  if (!/^[-+.\d]/.test(text)) return text;
  if (number.test(text) && text.length < 16 && text !== "-0") return Number(text);
  return numeric.test(text) ? undefined : text;
}

/** A text, a bracket or a comma, with the spaces after it; or a colon. */
const flowPart =
  /("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[,[\]{}]|[\w\u00a0-\uffff.(/+\\^<$=;-](?: *(?:[^ ,[\]{}:#"']|:(?=[^ ,[\]{}])))*) *|(:) +/y;

/** Longest line with brackets that is read here. */
const longestFlow = 2000;

/** A list or map in brackets that ends on its line; undefined for any other. */
export function readFlow(written: string): JsonValue | undefined {
  if (written.length > longestFlow) return undefined;
  const parts: string[] = [];
  flowPart.lastIndex = 0;
  for (let at = 0; at < written.length; at = flowPart.lastIndex) {
    const isComment = written[at] === "#" && written[at - 1] === " ";
    if (isComment) break;
    const [, part, colon = part] = flowPart.exec(written) ?? [];
    if (colon === undefined) return undefined;
    parts.push(colon);
  }
  const state = { parts, at: 0 };
  const value = flowValue(state, 0);
  return state.at === parts.length ? value : undefined;
}

interface FlowState {
  readonly parts: readonly string[];
  at: number;
}

const deepestFlow = 20;

function flowValue(state: FlowState, depth: number): JsonValue | undefined {
  const part = state.parts[state.at++];
  if (part === undefined || depth > deepestFlow) return undefined;
  if (part === "[") return flowList(state, depth);
  if (part === "{") return flowMap(state, depth);
  if (part === "]" || part === "}" || part === "," || part === ":") return undefined;
  return part.startsWith('"') || part.startsWith("'") ? readQuoted(part) : readPlain(part);
}

function flowList(state: FlowState, depth: number): JsonValue | undefined {
  const items: JsonValue[] = [];
  for (let more = state.parts[state.at] !== "]"; more; more = state.parts[state.at++] === ",") {
    const item = flowValue(state, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return close(state, "]", items.length) ? Object.freeze(items) : undefined;
}

function flowMap(state: FlowState, depth: number): JsonValue | undefined {
  const entries: { [key: string]: JsonValue } = {};
  let count = 0;
  for (let more = state.parts[state.at] !== "}"; more; more = state.parts[state.at++] === ",") {
    const key = state.parts[state.at++] ?? "";
    const isKey = /^[A-Za-z_][\w.-]*$/.test(key) && key !== "__proto__" && !Object.hasOwn(entries, key);
    const value = isKey && state.parts[state.at++] === ":" ? flowValue(state, depth + 1) : undefined;
    if (value === undefined) return undefined;
    entries[key] = value;
    count += 1;
  }
  return close(state, "}", count) ? Object.freeze(entries) : undefined;
}

/** True where the bracket has just been read; one without anything inside is still to be read. */
function close(state: FlowState, bracket: string, count: number): boolean {
  if (count === 0) state.at += 1;
  return state.parts[state.at - 1] === bracket;
}
