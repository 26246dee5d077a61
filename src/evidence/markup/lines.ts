import { isOpen, replace, setClass, type UnitClasses, unitClass } from "./unit-classes.ts";

const quoteMarks = /^(?:[ \t]*>)+(?=[ \t]*(?:[^\d\s]|$))/gm;
const headings = /^[ \t]{0,3}#{1,6}(?=[ \t])/gm;
const bullets = /^[ \t>]*(?:[-*•·▪◦‣●○■□∙–—](?:[ \t]*\[[ xX]\])?)(?=[ \t])/gmu;
const numbers = /^[ \t>]*(?:\(?(?:\d{1,3}|[a-z])[.)])(?=[ \t])/gim;
const pictures = /^[ \t>#*-]*(?:\p{Extended_Pictographic}\uFE0F?)(?=[ \t])/gmu;
const tableRules = /^[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*(?:\|[ \t]*(?::?-+:?[ \t]*)?)*$/gm;
const tableRows = /^[ \t]*\|[^\n]*$/gm;
const spacedBars = /(?<=\s|^)\|(?=\s|$)/g;
const flatRules = /\|(?:[ \t]*:?-{2,}:?[ \t]*\|)+/g;
const underlines = /^[ \t]*(?:={3,}|-{3,}|\*{3,}|_{3,})[ \t]*$/gm;
const hyphens = /(?<=\p{Ll})[-\u2010\u00ad]\r?\n[ \t]*(?=\p{Ll})/gu;

/** What lines begin with, the frames of tables, and words parted at the end of a line. */
export function readLines(units: UnitClasses): void {
  const { text } = units;
  if (text.includes("--")) {
    setClasses(units, tableRules, unitClass.hidden);
    setClasses(units, flatRules, unitClass.hidden);
  }
  setAside(units, underlines);
  if (text.includes(">")) setAside(units, quoteMarks);
  if (text.includes("#")) setAside(units, headings);
  setAside(units, bullets);
  setAside(units, numbers);
  setAside(units, pictures);
  if (text.includes("|")) readTables(units);
  if (text.includes("\n")) setAside(units, hyphens);
}

function setAside(units: UnitClasses, pattern: RegExp): void {
  setClasses(units, pattern, unitClass.aside);
}

function setClasses(units: UnitClasses, pattern: RegExp, to: number): void {
  for (const { 0: found, index } of units.text.matchAll(pattern))
    if (isOpen(units, index)) setClass(units, index, index + found.length, to);
}

function readTables(units: UnitClasses): void {
  const { text } = units;
  for (const { 0: row, index } of text.matchAll(tableRows)) {
    for (let at = row.indexOf("|"); at >= 0; at = row.indexOf("|", at + 1)) bar(units, index + at);
  }
  for (const { index } of text.matchAll(spacedBars)) bar(units, index);
}

function bar(units: UnitClasses, at: number): void {
  if (isOpen(units, at) && units.text.charAt(at - 1) !== "\\") replace(units, at, at + 1, " ");
}
