/** Texts that stall a careless search: each of about so many units, and of the same make at any length. */
export function hostileTexts(length: number): Readonly<Record<string, string>> {
  const of = (pattern: string) => pattern.repeat(Math.ceil(length / pattern.length));
  const numbered = (stem: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${stem}${String(at * 7919).padStart(9, "0")}`).join(" ");
  return {
    "one letter": of("a"),
    "white space": of(" "),
    "combining marks": of("\u0301\u0323"),
    "lone surrogates": of("\ud800"),
    dots: of("."),
    "quotation marks": of('"'),
    "brackets with dots": of("[..."),
    "one word": of("ab "),
    "characters that become eighteen": of("\ufdfa"),
    "Chinese characters": of("蛋白质"),
    "numbered words": numbered("aa", length / 12),
    "long numbered words": numbered("abcdefghijklmno", length / 25),
    "opened brackets": of("["),
    "opened links": of("[a]("),
    "links in links": of("[a](b"),
    "opened tags": of("<b "),
    "opened comments": of("<!--"),
    "opened formulas": of("\\("),
    "opened displays": of("\\["),
    "dollar signs": of("$a"),
    "opened fractions": of("\\frac{"),
    "opened strikes": of("~~a "),
    "opened struck tags": of("<del><s>"),
    "struck letters": of("ab c\u0336 "),
    asterisks: of("a*."),
    backquotes: of("`a``"),
    bars: of("|-"),
    "rules and spaces": `--${of(" ")}x`,
    "quotation lines": of("> "),
    entities: of("&#38;"),
    carets: of("m^2"),
    "hyphens at line ends": of("a-\n"),
    ellipses: of("abc ... "),
  };
}
