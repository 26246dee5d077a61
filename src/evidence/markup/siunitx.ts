import { namedSigns } from "./named-signs.ts";
import { isOpen, replace, setClass, type UnitClasses, unitClass } from "./unit-classes.ts";

const quantities = /\\(?:(?:SI|qty)\{([^{}\n]{1,40})\}|(?:num|unit|si)(?=\{))\{([^{}\n]{1,80})\}/g;
const commands = /\\([a-zA-Z]+)/g;

/** The symbols of prefixes and units by their names. */
const symbols = namedSigns([
  "pico p nano n micro µ milli m centi c deci d kilo k mega M giga G tera T per / squared 2 cubed 3",
  "gram g kilogram kg metre m meter m second s litre l liter l mole mol molar M kelvin K celsius °C degreeCelsius °C degree ° percent %",
  "minute min hour h day d hertz Hz newton N pascal Pa joule J watt W volt V ampere A coulomb C ohm Ω tesla T dalton Da electronvolt eV bar bar",
]);

/** Numbers with units as LaTeX writes them: `\SI{5}{\milli\gram}` is 5 mg. */
export function readQuantities(units: UnitClasses): void {
  for (const { 0: whole, 1: number, 2: unit = "", index } of units.text.matchAll(quantities)) {
    if (!isOpen(units, index)) continue;
    const end = index + whole.length;
    const unitAt = end - 1 - unit.length;
    const numberAt = number === undefined ? unitAt : unitAt - 2 - number.length;
    setClass(units, index, numberAt, unitClass.hidden);
    if (number !== undefined) replace(units, unitAt - 2, unitAt, " ");
    setClass(units, end - 1, end, unitClass.hidden);
    for (const { 0: command, 1: name = "", index: at } of unit.matchAll(commands)) {
      const symbol = symbols.get(name);
      if (symbol !== undefined) replace(units, unitAt + at, unitAt + at + command.length, symbol);
    }
  }
}
