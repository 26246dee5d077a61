import { addOuter, type Stretch } from "./stretches.ts";
import { isOpen, setUnsaid, type UnitClasses } from "./unit-classes.ts";

const braces = /\\(?:(sout|st|xout|[bxh]?cancel|[hv]?phantom)\s*\{|[^a-zA-Z])|[{}]/g;

/** What commands of LaTeX strike out or do not print, whatever commands stand within. */
export function readStruckCommands(units: UnitClasses): void {
  const opened: { readonly start: number; readonly isStruck: boolean }[] = [];
  const stretches: Stretch[] = [];
  for (const { 0: found, 1: command, index } of units.text.matchAll(braces)) {
    if (!isOpen(units, index)) continue;
    if (found.endsWith("{") && found !== "\\{")
      opened.push({ start: index, isStruck: command !== undefined });
    const opening = found === "}" ? opened.pop() : undefined;
    if (opening?.isStruck === true) addOuter(stretches, { start: opening.start, end: index + 1 });
  }
  for (const { start, end } of stretches) setUnsaid(units, start, end);
}
