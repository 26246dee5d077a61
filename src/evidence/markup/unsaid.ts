import { thinkingIn } from "../../trace/index.ts";
import { readStruckCommands } from "./struck-commands.ts";
import { isOpen, setClass, setUnsaid, type UnitClasses, unitClass } from "./unit-classes.ts";
import { readUnsaidTags } from "./unsaid-tags.ts";

/** What opens and what closes a stretch that is not said, and the sign that all such texts hold. */
const pairs = [
  { sign: "<!", marks: /<!(?=--)|(-->)/g },
  { sign: "<!", marks: /<!\[CDATA\[|(\]\]>)/g },
  { sign: "<?", marks: /<\?|(\?>)/g },
  { sign: "{--", marks: /\{--|(--\})/g },
  { sign: "\\iffalse", marks: /\\iffalse(?![a-zA-Z])|(\\fi(?![a-zA-Z]))/g },
  { sign: "\\begin{comment}", marks: /\\begin\{comment\}|(\\end\{comment\})/g },
];
const strikes = /~~+/g;
/** Letters with a line through them, each of its own. */
const struckLetters = /\P{M}\p{M}*\u0336\p{M}*/gu;

/** Thinking, comments, scripts and styles, and what tags, commands or marks on its letters strike out. */
export function readUnsaid(units: UnitClasses): void {
  const { text } = units;
  for (const { start, end } of thinkingIn(text)) if (isOpen(units, start)) setUnsaid(units, start, end);
  for (const { sign, marks } of pairs) if (text.includes(sign)) readPairs(units, marks);
  if (text.includes("<")) readUnsaidTags(units);
  if (text.includes("\\")) readStruckCommands(units);
  if (!text.includes("\u0336")) return;
  for (const { 0: found, index } of text.matchAll(struckLetters))
    if (isOpen(units, index)) setUnsaid(units, index, index + found.length);
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

function readPairs(units: UnitClasses, marks: RegExp): void {
  let start = -1;
  for (const { 0: mark, 1: close, index } of units.text.matchAll(marks)) {
    if (start >= 0 && close !== undefined) {
      setUnsaid(units, start, index + mark.length);
      start = -1;
    } else if (start < 0 && close === undefined && isOpen(units, index)) start = index;
  }
}
