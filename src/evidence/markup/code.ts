import { setClass, type UnitClasses, unitClass } from "./unit-classes.ts";

const longestCode = 500;
const fences = /^[ \t]*(`{3,}|~{3,})[^\n`~]*$/gm;
const ticks = /`+/g;

/** Fenced blocks and stretches between backquotes: their content is code, the signs and the name of the language are not said. */
export function readCode(units: UnitClasses): void {
  const { text } = units;
  if (text.includes("```") || text.includes("~~~")) readFences(units);
  if (!text.includes("`")) return;
  let opening: RegExpExecArray | undefined;
  for (const run of text.matchAll(ticks)) {
    if (units.classes[run.index] !== unitClass.text) continue;
    const end = run.index + run[0].length;
    const from = opening === undefined ? 0 : opening.index + opening[0].length;
    const closes =
      opening?.[0] === run[0] &&
      run.index - from < longestCode &&
      !text.slice(from, run.index).includes("\n\n");
    if (closes && opening !== undefined) {
      setClass(units, from, run.index, unitClass.code);
      opening = undefined;
    } else opening = run;
    setClass(units, run.index, end, unitClass.hidden);
  }
}

function readFences(units: UnitClasses): void {
  let opened: { readonly sign: string; readonly end: number } | undefined;
  for (const fence of units.text.matchAll(fences)) {
    const end = fence.index + fence[0].length;
    const sign = fence[1] ?? "";
    if (opened !== undefined && !sign.startsWith(opened.sign)) continue;
    if (opened === undefined) opened = { sign, end };
    else {
      setClass(units, opened.end, fence.index, unitClass.code);
      opened = undefined;
    }
    setClass(units, fence.index, end, unitClass.hidden);
  }
}
