import { namedSigns } from "./named-signs.ts";
import { isOpen, type UnitClasses } from "./unit-classes.ts";

const references = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;

/** The names that are written; the characters by the names of HTML. */
const named = namedSigns([
  "amp & lt < gt > quot \" apos ' nbsp \u00a0 ensp \u2002 emsp \u2003 thinsp \u2009 shy \u00ad zwj \u200d zwnj \u200c",
  "ndash – mdash — hellip … lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ laquo « raquo » prime ′ Prime ″ bull • middot · sect § para ¶",
  "percnt % copy © reg ® trade ™ deg ° plusmn ± times × divide ÷ minus − micro µ permil ‰ frac12 ½ frac14 ¼ frac34 ¾ sup1 ¹ sup2 ² sup3 ³",
  "le ≤ ge ≥ ne ≠ asymp ≈ equiv ≡ infin ∞ radic √ sum ∑ part ∂ isin ∈ larr ← rarr → harr ↔ uarr ↑ darr ↓ euro € pound £ yen ¥ cent ¢",
  "alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi φ chi χ psi ψ omega ω",
  "Gamma Γ Delta Δ Theta Θ Lambda Λ Sigma Σ Phi Φ Psi Ψ Omega Ω",
  "auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü szlig ß aacute á eacute é iacute í oacute ó uacute ú agrave à egrave è igrave ì ograve ò ugrave ù",
  "acirc â ecirc ê icirc î ocirc ô ucirc û ccedil ç ntilde ñ aring å Aring Å aelig æ oslash ø Eacute É Agrave À iquest ¿ iexcl ¡ oelig œ euml ë iuml ï",
]);

/** Characters written as `&amp;`, `&#8211;` or `&#x2013;`. */
export function readEntities(units: UnitClasses): void {
  if (!units.text.includes("&")) return;
  for (const { 0: reference, 1: decimal, 2: hexadecimal, 3: name, index } of units.text.matchAll(
    references,
  )) {
    if (!isOpen(units, index)) continue;
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
    const text = name !== undefined ? named.get(name) : isCharacter ? String.fromCodePoint(code) : undefined;
    if (text !== undefined) units.replacements.set(index, { end: index + reference.length, text });
  }
}
