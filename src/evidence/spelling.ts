/** Ways of spelling one word, by country or where a letter cannot be typed; each is read as the second. */
const british: readonly (readonly [RegExp, string])[] = [
  [
    /(?<=(?:^|[^a-z])(?:arb|arm|behavi|cand|clam|col|demean|endeav|fav|ferv|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc|rig|rum|sav|savi|splend|tum|val|vap|vig)|(?:dis|mis|un|water|tri|multi)(?:col|fav|hon|behavi))our/,
    "or",
  ],
  [/(?<=[a-z]{2}[bcdfghlmnprtv])is(?=(?:e|es|ed|er|ers|ing|ation|ations|ational|able|ability)$)/, "iz"],
  [/lys(?=(?:e|es|ed|er|ers|ing)$)/, "lyz"],
  [/(?<=(?:cent|theat|met|lit|fib|calib|sab|somb|lust|meag|goit|tit|spect|mit|nit))re(?=[sd]?$)/, "er"],
  [/(?<=[a-z]{3}[aeiou])ll(?=(?:ed|ing|er|ers|or|ors|ous|ation)$)/, "l"],
  [/(?<=[a-z]{3})ogue(?=[sd]?$)/, "og"],
  [/(?<=^sul)ph/, "f"],
  [/(?<=gram)me(?=s?$)/, ""],
  [/dgement/, "dgment"],
  [/(?<=def|off|lic|pret)ence/, "ense"],
  [/(?<=alumin)ium/, "um"],
  [/aem/, "em"],
  [/(?<=^(?:an|orthop|p|encyclop))aed/, "ed"],
  [/aesth/, "esth"],
  [/oestr/, "estr"],
  [/(?<=^)oe(?=d|s)/, "e"],
  [/(?<=^)foe(?=t)/, "fe"],
  [/rrhoe/, "rrhe"],
  [/(?<=gyn|c|f)aec/, "ec"],
  [/caes/, "ces"],
  [/(?<=arch|pal)aeo/, "eo"],
  [/manoeuv/, "maneuv"],
];
const worthTrying = /our|[aeiou]s[ei]|is(?:ing|able|ation)|lys|re|ll|ogue|ph|mm|dgem|enc|iu|ae|oe/;

/** Letters that stand for others where they cannot be typed. */
const transcribed: ReadonlyMap<string, string> = new Map(
  Object.entries({ ä: "ae", ö: "oe", ü: "ue", ß: "ss", ø: "oe", å: "aa", ł: "l", ı: "i" }),
);
const transcribedLetters = /[äöüßøåłı]/g;

const greek: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", zeta: "ζ", theta: "θ" },
    ...{ kappa: "κ", lambda: "λ", sigma: "σ", omega: "ω" },
  }),
);

/** What a word is by any of its spellings: words with one such form in common are one word. */
export function spellingForms(word: string): readonly string[] {
  const lower = word.toLowerCase();
  const forms = new Set([lower]);
  forms.add(greek.get(lower) ?? lower);
  forms.add(lower.replace(transcribedLetters, (letter) => transcribed.get(letter) ?? letter));
  if (worthTrying.test(lower)) forms.add(british.reduce((form, [from, to]) => form.replace(from, to), lower));
  return [...forms];
}

/** Whether two words are one, spelt in two ways. */
export function isOneWord(left: string, right: string): boolean {
  const forms = spellingForms(left);
  return spellingForms(right).some((form) => forms.includes(form));
}
