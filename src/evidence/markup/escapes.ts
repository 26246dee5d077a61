import { isOpen, setClass, type UnitClasses, unitClass } from "./unit-classes.ts";

const escapes = /\\(?=[!-/:-@[-`{-~])/g;

/** Backslashes before signs, which Markdown and LaTeX write to mean the sign itself. */
export function readEscapes(units: UnitClasses): void {
  if (!units.text.includes("\\")) return;
  for (const { index } of units.text.matchAll(escapes))
    if (isOpen(units, index)) setClass(units, index, index + 1, unitClass.hidden);
}
