import type { PythonNode } from "./python-node.ts";
import type { PythonValue } from "./python-value.ts";
import { isCode, isMistake } from "./reading-stop.ts";

const digits = "[0-9](?:_?[0-9])*";
const decimal = /^(?:0(?:_?0)*|[1-9](?:_?[0-9])*)$/;
const based = /^0(?:[xX](?:_?[0-9a-fA-F])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)$/;
const float = new RegExp(`^(?:(?:${digits})?\\.${digits}|${digits}\\.?)(?:[eE][+-]?${digits})?$`);

/** The value of a number literal. A whole number that would lose digits is a mistake, not another number. */
export function readNumber(node: PythonNode): PythonValue {
  const { text } = node;
  if (/[jJ]$/.test(text)) isCode("a complex number", node);
  if (decimal.test(text) || based.test(text)) return integer(Number(text.replaceAll("_", "")), node);
  if (float.test(text) && /[.eE]/.test(text))
    return { kind: "float", number: Number(text.replaceAll("_", "")) };
  return isMistake(`${text} is no number`, node);
}

/** A whole number that is kept exactly. */
export function integer(number: number, node: PythonNode): PythonValue {
  if (Number.isSafeInteger(number)) return { kind: "integer", number: number + 0 };
  return isMistake("a whole number beyond ±2^53 would lose its last digits: write it as text", node);
}
