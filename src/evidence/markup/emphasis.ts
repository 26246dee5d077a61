import { classOf } from "../character-class.ts";
import { isOpen, replace, setClass, type UnitClasses, unitClass } from "./unit-classes.ts";

const runs = /\*+|_+|\n\s*\n/g;
/** A part of a number in strong print: the signs stand at its digits, so the number is one. */
const strongDigits = /(?<![\p{L}\p{N}*_])\*\*(\d{1,20})\*\*(\d)/gu;
const trademarks = /[©®™℠]/g;

/**
 * Emphasis: `*` and `_` at the edge of words; within words and numbers, and between spaces, they are signs. Marks of
 * trade are not read.
 */
export function readEmphasis(units: UnitClasses): void {
  const { text } = units;
  for (const { 0: mark, index } of text.matchAll(trademarks))
    if (isOpen(units, index)) setClass(units, index, index + mark.length, unitClass.hidden);
  for (const { 0: found, 2: next = "", index } of text.matchAll(strongDigits)) {
    if (!isOpen(units, index)) continue;
    const end = index + found.length;
    setClass(units, index, index + 2, unitClass.hidden);
    replace(units, end - 3, end, next);
  }
  let isOpened = false;
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (run.startsWith("\n")) isOpened = false;
    if (run.startsWith("\n") || !isOpen(units, index) || text.charAt(index - 1) === "\\") continue;
    const end = index + run.length;
    const before = kindAt(text, index - 1);
    const after = kindAt(text, end);
    const isStrong = run.startsWith("**");
    // Strong words may have an ending of their own behind them: **Biome**은.
    const isEnd: boolean = isStrong && isOpened && before === "word" && !/\d/.test(text.charAt(end));
    if (before === after && before !== "other" && !isEnd) continue;
    setClass(units, index, end, unitClass.hidden);
    if (isStrong) isOpened = after !== "space" && !isEnd && before !== "word";
  }
}

function kindAt(text: string, at: number): "space" | "word" | "other" {
  const unit = text.charAt(at);
  if (unit === "") return "other";
  if (/\s/.test(unit)) return "space";
  return classOf(unit.codePointAt(0) ?? 0) === "word" ? "word" : "other";
}
