import { isReference } from "./references.ts";
import { isOpen, setAddress, setClass, setUnsaid, type UnitClasses, unitClass } from "./unit-classes.ts";

const longestAddress = 2000;
const definitions = /^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]*\S[^\n]{0,2000}$/gm;
const brackets = /!?\[|\]/g;
const reference = /^\[[^\][\n]{0,200}\]/;
const marks =
  /\[\^[^\]\s]{1,40}\]|\[\d{1,3}(?:[ ]?[,;–-][ ]?\d{1,3}){0,20}\]|【[^【】\n]{1,80}】|\[(?:citation needed|\?)\]/g;
const titled = /^\s*(\S+)\s+(["'(].*["')]\s*)$/;
/** A letter that a quotation changed to fit its sentence. */
const fitted = /(?<![\p{L}\p{N}])\[(?=\p{L}\]\p{L}{2})/gu;
const angled = /<(?=(?:(?:https?|mailto|ftp):[^\s<>]{1,2000}|[^\s<>@]{1,100}@[^\s<>@]{1,100})>)/g;

/** Links, images, notes and marks of references: of a link, its text is said. */
export function readLinks(units: UnitClasses): void {
  const { text } = units;
  for (const { index } of text.matchAll(angled)) {
    if (!isOpen(units, index)) continue;
    setClass(units, index, index + 1, unitClass.hidden);
    const end = text.indexOf(">", index);
    setClass(units, end, end + 1, unitClass.hidden);
  }
  if (!text.includes("[") && !text.includes("【")) return;
  for (const { 0: definition, index } of text.matchAll(definitions))
    if (isOpen(units, index)) readDefinition(units, index, definition);
  for (const { index } of text.matchAll(fitted)) {
    const close = text.indexOf("]", index);
    setClass(units, index, index + 1, unitClass.hidden);
    setClass(units, close, close + 1, unitClass.hidden);
  }
  readBrackets(units);
  for (const { 0: mark, index } of text.matchAll(marks))
    if (isOpen(units, index)) setClass(units, index, index + mark.length, unitClass.aside);
}

function readDefinition(units: UnitClasses, start: number, definition: string): void {
  const end = start + definition.length;
  setClass(units, start, end, unitClass.address);
  readTitle(units, start + definition.indexOf("]:") + 2, end);
}

/** The title of an address, which pages show to nobody who does not look for it: `[//]: # (a title)`. */
function readTitle(units: UnitClasses, start: number, end: number): void {
  const { 1: address = "", 2: title } = titled.exec(units.text.slice(start, end)) ?? [];
  if (title !== undefined && isAddress(address)) setUnsaid(units, end - title.length, end);
}

interface Opening {
  readonly start: number;
  readonly end: number;
}

function readBrackets(units: UnitClasses): void {
  const { text } = units;
  const openings: Opening[] = [];
  for (const { 0: bracket, index } of text.matchAll(brackets)) {
    if (!isOpen(units, index) || text.charAt(index - 1) === "\\") continue;
    if (bracket !== "]") {
      openings.push({ start: index, end: index + bracket.length });
      continue;
    }
    const opening = openings.pop();
    if (opening === undefined) continue;
    const isFree = !/[\p{L}\p{N}_)\]]/u.test(text.charAt(opening.start - 1));
    const addressEnd = addressEndAt(text, index + 1, isFree);
    if (addressEnd < 0) continue;
    setAddress(units, opening.start, opening.end);
    setAddress(units, index, addressEnd);
    readTitle(units, index + 2, addressEnd - 1);
    const label = text.slice(opening.end, index);
    if (isMark(label) && isBeside(text, opening.start, addressEnd))
      setClass(units, opening.end, index, unitClass.aside);
    if (isReference(label) && isSource(text, opening.start, addressEnd))
      setClass(units, opening.start - 1, addressEnd + 1, unitClass.aside);
  }
}

/**
 * Where the address behind the text of a link ends; -1 where none follows.
 *
 * @param isFree whether no name stands right before the link: else round brackets may be those of a call
 */
function addressEndAt(text: string, start: number, isFree: boolean): number {
  if (text.charAt(start) === "[") {
    const found = reference.exec(text.slice(start, start + 210));
    return found === null || /^\[\^?\d/.test(found[0]) ? -1 : start + found[0].length;
  }
  if (text.charAt(start) !== "(") return -1;
  let depth = 0;
  for (let at = start; at < text.length && at - start < longestAddress; at += 1) {
    const unit = text.charAt(at);
    if (unit === "\n" || (unit === "]" && text.charAt(at + 1) === "(")) return -1;
    if (unit === "(") depth += 1;
    if (unit === ")") depth -= 1;
    if (depth > 0) continue;
    const inner = text.slice(start + 1, at);
    return isAddress(inner) || (isFree && /^\S+$/.test(inner)) ? at + 1 : -1;
  }
  return -1;
}

function isAddress(inner: string): boolean {
  return (
    /^\s*<?(?:[a-z][a-z0-9+.-]*:|[/#.?]|www\.)\S*(?:\s+["'(].*)?\s*$/i.test(inner) || /^\S+\.\S+$/.test(inner)
  );
}

const isMark = (label: string): boolean => /^\[?\^?\d{1,3}\]?$/.test(label);

/** Whether a link belongs to the word before it or ends what is said: there a number refers to something. */
function isBeside(text: string, start: number, end: number): boolean {
  const behind = text.slice(end, end + 8).replace(/^[*_`]+/, "");
  const isAttached = /\S/.test(text.charAt(start - 1)) && !/^(?:[\p{L}\p{N}]|!?\[[*_`]*\p{L})/u.test(behind);
  return isAttached || /^(?:$|[ \t]*(?:[.,;:?)\]\n]|!(?!\[)|\[\^?\d))/.test(behind);
}

/** Whether a link stands alone in round brackets, as sources do. */
function isSource(text: string, start: number, end: number): boolean {
  return text.charAt(start - 1) === "(" && text.charAt(end) === ")";
}
