import { isOpen, setClass, setUnsaid, type UnitClasses, unitClass } from "./unit-classes.ts";

const tags = /<(\/?)(del|s|strike|script|style)(?=[\s/>])[^<>]*>/gi;
const commands = /\\(?:sout|st|xout|[bx]?cancel)\{[^{}]*\}/g;
const strikes = /~~+/g;
/** Letters with a line through them, each of its own. */
const struckLetters = /\P{M}\p{M}*\u0336\p{M}*/gu;

/** Comments, scripts and styles, and what tags, commands or marks on its letters strike out. */
export function readUnsaid(units: UnitClasses): void {
  const { text } = units;
  if (text.includes("<")) {
    readComments(units);
    readTags(units);
  }
  if (text.includes("\\")) setAll(units, commands);
  if (text.includes("\u0336")) setAll(units, struckLetters);
}

/** What stands between `~~` and the next `~~` that can close it. */
export function readStrikes(units: UnitClasses): void {
  const { text } = units;
  if (!text.includes("~~")) return;
  let start = -1;
  for (const { 0: run, index } of text.matchAll(strikes)) {
    if (!isOpen(units, index)) continue;
    const end = index + run.length;
    if (start >= 0 && /\S/.test(text.charAt(index - 1))) {
      setUnsaid(units, start, end);
      start = -1;
    } else {
      if (/\S/.test(text.charAt(end))) start = index;
      setClass(units, index, end, unitClass.hidden);
    }
  }
}

function readComments(units: UnitClasses): void {
  const { text } = units;
  for (let start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", start + 1)) {
    const end = text.indexOf("-->", start);
    if (end < 0) return;
    if (isOpen(units, start)) setUnsaid(units, start, end + 3);
    start = end;
  }
}

/** A closing tag belongs to the last one opened of its name; of tags within tags the outer ones are set, each unit a few times only. */
function readTags(units: UnitClasses): void {
  const opened = new Map<string, number[]>();
  const stretches: { readonly start: number; readonly end: number }[] = [];
  for (const { 0: tag, 1: slash, 2: name = "", index } of units.text.matchAll(tags)) {
    if (!isOpen(units, index) || tag.endsWith("/>")) continue;
    const starts = opened.get(name.toLowerCase()) ?? [];
    opened.set(name.toLowerCase(), starts);
    if (slash === "") {
      starts.push(index);
      continue;
    }
    const start = starts.pop();
    if (start === undefined) continue;
    while ((stretches.at(-1)?.start ?? -1) > start) stretches.pop();
    stretches.push({ start, end: index + tag.length });
  }
  for (const { start, end } of stretches) setUnsaid(units, start, end);
}

function setAll(units: UnitClasses, pattern: RegExp): void {
  for (const { 0: found, index } of units.text.matchAll(pattern))
    if (isOpen(units, index)) setUnsaid(units, index, index + found.length);
}
