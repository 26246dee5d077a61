import { namedSigns } from "./named-signs.ts";
import { apart, isOrdinal, loweredBy, raisedBy } from "./raised.ts";
import { readQuantities } from "./siunitx.ts";
import { isOpen, replace, setClass, type UnitClasses, unitClass } from "./unit-classes.ts";

const formulas =
  /\\\(((?:[^\n\\]|\\[^()\n]){1,500}?)\\\)|\\\[((?:[^\\]|\\[^[\]]){1,1000}?)\\\]|\$\$([^$]{1,1000})\$\$|\$(?![\s$])([^$\n]{0,300}[^$\s\\])\$(?!\d)/g;
const digitFractions = /\\[dt]?frac ?(\d)(\d)/g;
/** A side of a fraction that is read wrongly without brackets. */
const compound = /[+*/\-−±]/;
const fractions = /\\[dt]?frac\{([^{}\n]{1,60})\}\{([^{}\n]{1,60})\}/g;
/** Commands that only say how their content looks. */
const looks =
  /\\(?:text|textbf|textit|textrm|textsf|texttt|emph|mathrm|mathbf|mathit|mathsf|mathcal|mathbb|operatorname|underline|mbox|hbox|ce|ensuremath)\{([^{}\n]{0,300})\}/g;
const commands = /\\([a-zA-Z]{2,12})(?![a-zA-Z])/g;
const spaces = /\\(?:[,;:> ]|quad|qquad)|~/g;
const scripts = /[\^_](?:\{([^{}\n]{1,40})\})?/g;

/** What commands print; `""` for those that print nothing. */
const printed = namedSigns([
  "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω",
  "Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω ell l hbar ħ",
  "times × cdot · pm ± mp ∓ div ÷ ast * le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ lt < gt > ll ≪ gg ≫ approx ≈ sim ~ simeq ≃ equiv ≡ propto ∝",
  "to → rightarrow → longrightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ uparrow ↑ downarrow ↓ infty ∞ sum ∑ prod ∏ int ∫ partial ∂ nabla ∇ sqrt √",
  "in ∈ notin ∉ subset ⊂ cup ∪ cap ∩ emptyset ∅ forall ∀ exists ∃ neg ¬ land ∧ lor ∨ circ ° degree ° celsius °C percent % permil ‰ ldots … dots … cdots … prime ′ angstrom Å",
]);
const silent = new Set([
  "left",
  "right",
  "big",
  "Big",
  "bigl",
  "bigr",
  "displaystyle",
  "limits",
  "rm",
  "bf",
  "it",
]);

/** Formulas and commands of LaTeX: letters and signs by their names, units, fractions, powers. */
export function readLatex(units: UnitClasses): void {
  const { text } = units;
  const hasCommands = text.includes("\\");
  if (hasCommands) {
    readQuantities(units);
    readFractions(units);
    for (const { 0: whole, 1: content = "", index } of text.matchAll(looks)) {
      if (!isOpen(units, index)) continue;
      const contentAt = index + whole.length - 1 - content.length;
      setClass(units, index, contentAt, unitClass.hidden);
      setClass(units, contentAt + content.length, index + whole.length, unitClass.hidden);
    }
  }
  if (hasCommands || text.includes("$")) {
    for (const formula of text.matchAll(formulas)) readFormula(units, formula);
  }
  if (hasCommands) {
    for (const { 0: command, 1: name = "", index } of text.matchAll(commands)) {
      const sign = silent.has(name) ? "" : printed.get(name);
      if (sign === undefined || !isOpen(units, index)) continue;
      replace(units, index, index + command.length, sign);
    }
  }
}

function readFractions(units: UnitClasses): void {
  const { text } = units;
  for (const { 0: whole, 1: above, 2: below, index } of text.matchAll(digitFractions)) {
    const end = index + whole.length;
    if (isOpen(units, index)) replace(units, index, end, ` ${above}/${below}${apart(text, end)}`);
  }
  for (const { 0: whole, 1: above = "", 2: below = "", index } of text.matchAll(fractions)) {
    if (!isOpen(units, index)) continue;
    const aboveAt = index + whole.indexOf("{") + 1;
    const end = index + whole.length;
    const [openAbove, closeAbove] = compound.test(above) ? ["(", ")"] : ["", ""];
    const [openBelow, closeBelow] = compound.test(below) ? ["(", ")"] : ["", ""];
    replace(units, index, aboveAt, openAbove);
    replace(units, aboveAt + above.length, aboveAt + above.length + 2, `${closeAbove}/${openBelow}`);
    replace(units, end - 1, end, closeBelow);
  }
}

function readFormula(units: UnitClasses, formula: RegExpExecArray): void {
  const { 0: whole, index } = formula;
  const content = formula[1] ?? formula[2] ?? formula[3] ?? formula[4] ?? "";
  if (!isOpen(units, index) || !isFormula(whole, content)) return;
  const sign = (whole.length - content.length) / 2;
  const from = index + sign;
  const to = from + content.length;
  setClass(units, index, from, unitClass.hidden);
  setClass(units, to, to + sign, unitClass.hidden);
  for (const space of content.matchAll(spaces))
    if (isOpen(units, from + space.index))
      replace(units, from + space.index, from + space.index + space[0].length, " ");
  for (const script of content.matchAll(scripts)) {
    const at = from + script.index;
    if (!isOpen(units, at)) continue;
    const shown = script[0].startsWith("_")
      ? loweredBy(units.text, at)
      : powerSign(units.text, at, script[1]);
    replace(units, at, at + 1, shown);
  }
  for (let at = from; at < to; at += 1) {
    const unit = units.text.charAt(at);
    if ((unit === "{" || unit === "}") && units.text.charAt(at - 1) !== "\\" && isOpen(units, at))
      setClass(units, at, at + 1, unitClass.hidden);
  }
}

function powerSign(text: string, at: number, braced: string | undefined): string {
  const number = (braced ?? text.charAt(at + 1)).trim();
  if (/^\\(?:circ|degree|prime)$/.test(number) || text.startsWith("\\circ", at + 1)) return "";
  const isPlain = isOrdinal(number) || /^[-+]?\d/.test(number);
  return isPlain && raisedBy(text, at, number) === "" ? "" : "^";
}

/** Two dollar signs may be two amounts of money. */
function isFormula(whole: string, content: string): boolean {
  if (!whole.startsWith("$") || whole.startsWith("$$")) return true;
  return /[\\^_{}=<>+]/.test(content) || /^[\p{L}\d.,%()' /*-]{1,24}$/u.test(content);
}
