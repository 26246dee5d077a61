import { isOpen, replace, setClass, type UnitClasses, unitClass } from "./unit-classes.ts";

const unitBefore = /(?:^|[^\p{L}])(?:[cdkmnμµ]?m|s|in|ft|yd)$/u;
/** A name that ends in a number, such as BCL2: no power stands behind it. */
const nameBefore = /(?<![\p{L}\p{N}])(?=[\p{L}-]*\p{Lu})\p{L}[\p{L}-]+\d{1,2}$/u;
const longestName = 16;
const power = /^[-+−⁻⁺]?[0-9⁰¹²³⁴-⁹]$/;
const numbers = /^[0-9⁰¹²³⁴-⁹]+(?:[,–-][0-9⁰¹²³⁴-⁹]+)*$/;
const wordBefore = /(?:\p{L}{4}|[.,;:!?)\]"'”’»])$/u;
/** What is raised behind a number to count with it: 2nd, 1er, 3ème. */
const ordinals = /^(?:st|nd|rd|th|er|ère|re|ème|eme)$/i;
const digitBefore = /[0-9]$/;
const superscripts = /[⁺⁻]?[⁰¹²³⁴-⁹]+/g;
const carets = /\^(?=([-+−]?\d)(?!\d))/g;
const subscripts = /[₀-₉]+/g;

/**
 * What stands for raising a number: a sign, so that 10⁶ is not 106; nothing after a unit of length or time, where it is
 * mostly left out; `aside` behind a word or a sentence, where it refers to something.
 */
export function raisedBy(text: string, start: number, number: string): "^" | "" | "aside" {
  const before = text.slice(Math.max(0, start - longestName), start).replace(/\}+$/, "");
  if (numbers.test(number) && nameBefore.test(before)) return "aside";
  if (digitBefore.test(before)) return isOrdinal(number) ? "" : "^";
  if (unitBefore.test(before) && power.test(number)) return "";
  if (numbers.test(number)) return wordBefore.test(before) ? "aside" : "^";
  return "";
}

/** Whether what is raised behind a number is the ending of its word. */
export function isOrdinal(text: string): boolean {
  return ordinals.test(text);
}

/** What stands for lowering a number: a sign where it would join digits. */
export function loweredBy(text: string, start: number): string {
  return digitBefore.test(text.charAt(start - 1)) ? "_" : "";
}

/** Raised and lowered digits of Unicode, and the sign that stands for raising behind a unit. */
export function readRaisedDigits(units: UnitClasses): void {
  const { text } = units;
  for (const { 0: digits, index } of text.matchAll(superscripts)) {
    const end = index + digits.length;
    const raised = raisedBy(text, index, digits);
    if (raised === "aside") {
      setClass(units, index, end, unitClass.aside);
      if (digitBefore.test(text.charAt(index - 1)))
        replace(units, index, end, ` ${digits.normalize("NFKC")}`);
    } else replace(units, index, end, raised + digits.normalize("NFKC") + apart(text, end));
  }
  if (text.includes("^")) {
    for (const { 1: number = "", index } of text.matchAll(carets))
      if (isOpen(units, index) && raisedBy(text, index, number) === "")
        setClass(units, index, index + 1, unitClass.hidden);
  }
  for (const { 0: digits, index } of text.matchAll(subscripts)) {
    const end = index + digits.length;
    replace(units, index, end, loweredBy(text, index) + digits.normalize("NFKC") + apart(text, end));
  }
}

/** What keeps digits from those that follow them. */
export function apart(text: string, end: number): string {
  return /[0-9]/.test(text.charAt(end)) ? " " : "";
}
