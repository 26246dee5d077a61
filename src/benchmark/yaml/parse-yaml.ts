import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  Parser,
  visit,
} from "yaml";
import { type JsonValue, recordFrom } from "../../base/index.ts";
import { keyText, type YamlPlace } from "./yaml-place.ts";

/** Something wrong with YAML as such, at a character of the text. */
export interface YamlFault {
  readonly offset: number;
  readonly message: string;
}

/** The value of a YAML text and where its parts stand, or what is wrong with it. */
export type YamlReading =
  | { readonly ok: true; readonly value: JsonValue; readonly root: Node | null }
  | { readonly ok: false; readonly faults: readonly YamlFault[] };

/** More levels inside one another are refused. */
const deepest = 200;

/** What a lexer finds, each of which takes about a third of a kilobyte: some 25,000 questions with two fields, 115,000 of three lines. */
export const mostPieces = 3_000_000;

/** Values that aliases may repeat in all: an alias of an alias of an alias grows without end. */
const mostRepeated = 100_000;

/**
 * Reads one YAML document by the core schema of YAML 1.2: `true` and `false` are the only booleans, dates are text. Bounded
 * in depth and in what aliases repeat; tags of other languages, merge keys, directives and keys that stand twice are faults.
 *
 * @param most pieces of its text, as a lexer finds them
 */
export function parseYaml(text: string, most = mostPieces): YamlReading {
  const control = /(?![\t\n\r\u007f-\u009f])\p{Cc}/u.exec(text);
  if (control !== null) return failed(control.index, "a control character, which YAML cannot hold");
  const composed = compose(text, most);
  if ("message" in composed) return { ok: false, faults: [composed] };
  const [document, second] = composed;
  if (second !== undefined)
    return failed(second.range?.[0] ?? 0, "a second document: a file holds one benchmark");
  if (document === undefined) return { ok: true, value: null, root: null };
  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    offset: message.startsWith("Missing closing") ? openingOf(pos[0], document) : pos[0],
    message: plainMessage(message),
  }));
  if (faults.length > 0) return { ok: false, faults };
  const state: Walk = { faults: [], anchors: new Map(), repeated: 0, values: 0 };
  const value = document.contents === null ? null : plainOf(document.contents, state);
  return state.faults.length > 0
    ? { ok: false, faults: state.faults }
    : { ok: true, value, root: document.contents };
}

/** Where a text in quotes begins that goes on to this place. */
function openingOf(end: number, document: Document.Parsed): number {
  let opening = end;
  visit(document, {
    Scalar(_key, { range, type = "" }) {
      const [from, to] = range ?? [end, end];
      if (type.startsWith("QUOTE") && from < end && to >= end) opening = from;
    },
  });
  return opening;
}

function failed(offset: number, message: string): YamlReading {
  return { ok: false, faults: [{ offset, message }] };
}

/** What a lexer puts before the text of a scalar. */
const scalarMark = "\x1f";

/** Takes the text apart bit by bit, so that what costs without end is found before it is built. */
function compose(text: string, most: number): readonly Document.Parsed[] | YamlFault {
  const parser = new Parser();
  const composer = new Composer({
    schema: "core",
    stringKeys: true,
    uniqueKeys: false,
    resolveKnownTags: false,
    prettyErrors: false,
    logLevel: "error",
  });
  const documents: Document.Parsed[] = [];
  let before = "";
  let pieces = 0;
  for (const lexeme of new Lexer().lex(text)) {
    pieces += 1;
    if (pieces > most || documents.length > 1) break;
    const refused = before === scalarMark ? undefined : refusal(lexeme, parser.stack.length);
    if (refused !== undefined) return { offset: parser.offset, message: refused };
    before = lexeme;
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token));
  }
  if (pieces > most)
    return { offset: parser.offset, message: "more than can be kept in memory by here: use a .jsonld file" };
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end());
  return documents;
}

function refusal(lexeme: string, depth: number): string | undefined {
  if (depth > deepest) return `nested deeper than ${deepest} levels`;
  if (lexeme === "?") return 'a key after "?": write it before a colon';
  if (lexeme.startsWith("%")) return "a directive: a benchmark is YAML 1.2 without directives";
  return undefined;
}

const noTag = "a tag (!…): a benchmark is plain data, and a text is one by its quotes";

const plainMessages: readonly (readonly [start: string, message: string])[] = [
  ["With stringKeys", "a key has to be text"],
  ["Tabs are not allowed", "a tab: indent with spaces"],
  ["Unresolved tag", noTag],
  ["Nested mappings", 'a text with ": " in it, which stands in quotes, or a line that is indented too far'],
  ["All mapping items", "an indent of its own: keys of one thing start in one column"],
  ["Sequence item without", 'an indent of its own: expected the column of the keys above, or "- "'],
  ["A block sequence may not", "an indent of its own: items of a list start in one column"],
  ["Implicit keys need", 'expected a key with ": " after it'],
  ["Implicit map keys need", 'expected a key with ": " after it'],
  [
    "Unexpected scalar at node end",
    "a text goes on after its closing quote: put the whole in quotes of the other kind",
  ],
  ["Unexpected block-seq-ind", 'a text that begins with "- ": put it in quotes'],
  ["Missing closing", "a quote that is not closed"],
  ["Flow sequence in block", "a list in brackets is not closed: expected ]"],
  ["Flow map in block", "braces are not closed: expected }"],
  ["Anchor cannot be", "a text that begins with &: put it in quotes"],
  ["Not a YAML token", "a text that begins with > or |: put it in quotes"],
  ["Block scalar header", "a text that begins with > or |: put it in quotes"],
];

function plainMessage(message: string): string {
  const character = /^Plain value cannot start with .* (\S)$/.exec(message)?.[1];
  if (character !== undefined) return `a text that begins with ${character}: put it in quotes`;
  return plainMessages.find(([start]) => message.startsWith(start))?.[1] ?? message.slice(0, 120);
}

interface Walk {
  readonly faults: YamlFault[];
  /** The values of anchors that are complete, with how many values each holds. */
  readonly anchors: Map<string, { readonly value: JsonValue; readonly size: number }>;
  repeated: number;
  values: number;
}

function plainOf(node: Node, state: Walk): JsonValue {
  const start = state.values;
  state.values += 1;
  const value = isAlias(node) ? aliased(node.source, node, state) : written(node, state);
  if ("tag" in node && node.tag !== undefined) fault(state, node, noTag);
  if ("anchor" in node && node.anchor !== undefined && !isAlias(node))
    state.anchors.set(node.anchor, { value, size: state.values - start });
  return value;
}

function written(node: Node, state: Walk): JsonValue {
  if (isSeq<Node>(node)) return Object.freeze(node.items.map((item) => plainOf(item, state)));
  if (isMap<Node, Node | null>(node)) {
    const entries = new Map<string, JsonValue>();
    for (const { key, value } of node.items) {
      const name = keyText(key);
      if (entries.has(name)) fault(state, key, `the key ${JSON.stringify(name)} stands here a second time`);
      entries.set(name, value === null ? null : plainOf(value, state));
    }
    return Object.freeze(recordFrom(entries));
  }
  return isScalar(node) ? scalarOf(node.value, node, state) : null;
}

function scalarOf(value: unknown, node: Node & { source?: string }, state: Walk): JsonValue {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  const { source = "" } = node;
  if (typeof value !== "number" || !Number.isFinite(value))
    return fault(state, node, `${source} is no number that JSON can hold: put it in quotes`);
  if (/^(?:[-+]?0\d|0o)/.test(source))
    return fault(
      state,
      node,
      `${source.slice(0, 40)} is another number to other readers of YAML: put it in quotes, or write ${value}`,
    );
  const isChanged = /^[-+]?\d+$/.test(source)
    ? !Number.isSafeInteger(value) && String(value) !== source
    : /^[-+]?[\d.]/.test(source) && !source.startsWith("0x") && digitsOf(source) !== digitsOf(String(value));
  if (isChanged)
    return fault(state, node, `${source.slice(0, 40)} has more digits than a number keeps: put it in quotes`);
  return value;
}

/** The digits of a number that say which it is, beside its size. */
const digitsOf = (number: string): string =>
  number
    .replace(/e.*/i, "")
    .replace(/\D/g, "")
    .replace(/^0+|0+$/g, "");

function aliased(source: string, node: Node, state: Walk): JsonValue {
  const anchor = state.anchors.get(source);
  if (anchor === undefined)
    return fault(
      state,
      node,
      `there is no finished anchor &${source} before it; a text that begins with * stands in quotes`,
    );
  state.repeated += anchor.size;
  state.values += anchor.size;
  if (state.repeated > mostRepeated && state.repeated - anchor.size <= mostRepeated)
    fault(state, node, `aliases repeat more than ${mostRepeated} values by here`);
  return state.repeated > mostRepeated ? null : anchor.value;
}

function fault(state: Walk, node: Node, message: string): null {
  state.faults.push({ offset: node.range?.[0] ?? 0, message });
  return null;
}

/** The node at a path; where it leads nowhere, the last one on the way. `key`: the key itself instead of its value. */
export function placeInYaml(root: Node | null, { path, key }: YamlPlace): number {
  let node = root;
  let offset = root?.range?.[0] ?? 0;
  for (const [depth, step] of path.entries()) {
    if (isSeq<Node>(node)) node = node.items[Number(step)] ?? null;
    else if (isMap<Node, Node | null>(node)) {
      const pair = node.items.find((item) => keyText(item.key) === String(step));
      if (pair === undefined) return offset;
      node = pair.value;
      if ((key === true && depth === path.length - 1) || node?.range?.[0] === node?.range?.[1])
        return pair.key.range?.[0] ?? offset;
    } else return offset;
    offset = node?.range?.[0] ?? offset;
  }
  return offset;
}
