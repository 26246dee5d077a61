import { Document, isMap, isScalar, isSeq, type Node, Scalar, visit, type YAMLMap, type YAMLSeq } from "yaml";
import type { JsonValue } from "../../base/index.ts";

/** Signs that a block of text would lose, or that YAML cannot hold as they are. */
const unsafe = /(?![\t\n])\p{Cc}|[\u2028\u2029\ufeff]|\p{Cs}/u;

/** Longest list or object that is written on one line, in characters of JSON. */
const longestLine = 70;

/** Keys whose objects are read at a glance. */
const compactKeys: readonly string[] = ["check", "type", "pass"];

/** A value as YAML, without a line break at its end; `apart`: the lists by these keys have an empty line between items. */
export function yamlText(value: JsonValue, apart: readonly string[] = []): string {
  // what older readers take for true or a number is put in quotes, too
  const document = new Document(value, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && unsafe.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
    Seq(_key, node) {
      if (node.items.length > 0 && node.items.every(isScalar) && isShort(node)) node.flow = true;
    },
    Pair(_key, { key, value: node }) {
      const isCompact = isScalar(key) && compactKeys.includes(String(key.value));
      if (isCompact && isMap(node) && isShort(node)) node.flow = true;
    },
  });
  if (isMap<Node, Node>(document.contents) && apart.length > 0)
    for (const [index, pair] of document.contents.items.entries()) {
      const isApart = apart.includes(isScalar(pair.key) ? String(pair.key.value) : "");
      if (isApart && index > 0) pair.key.spaceBefore = true;
      const items = isApart && isSeq<Node>(pair.value) ? pair.value.items : [];
      for (const item of items.slice(1)) item.spaceBefore = true;
    }
  return document
    .toString({ lineWidth: 0, doubleQuotedAsJSON: true, flowCollectionPadding: false })
    .replace(/\n$/, "");
}

function isShort(node: YAMLMap | YAMLSeq): boolean {
  const json = JSON.stringify(node);
  return json.length <= longestLine && !json.includes("\\n");
}

/** The text with all lines but the first moved to the right; empty ones stay empty. */
export function indented(text: string, columns: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(columns)}`);
}
