import { integer, pick, type Random } from "./generated-prose.ts";

/** Changes what words say; null where there is nothing to change so. */
export type Alteration = (
  words: readonly string[],
  language: Language,
  random: Random,
) => readonly string[] | null;

/** What alterations need of a language. */
export interface Language {
  readonly name: string;
  readonly sentences: readonly string[];
  /** Words that deny, in lower case. */
  readonly negations: readonly string[];
  /** Words of other sentences that say something by themselves. */
  readonly contentWords: readonly string[];
}

const core = (word: string): string => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
const within = (word: string, replacement: string): string => word.replace(core(word), replacement);

function at(words: readonly string[], position: number, replacement: readonly string[]): readonly string[] {
  return words.toSpliced(position, 1, ...replacement);
}

function positions(words: readonly string[], fits: (word: string) => boolean): readonly number[] {
  return words.flatMap((word, position) => (fits(word) ? [position] : []));
}

function oneOf(found: readonly number[], random: Random): number | null {
  return found[integer(random, 0, Math.max(0, found.length - 1))] ?? null;
}

const changeWord =
  (fits: (word: string) => boolean, change: (word: string, random: Random) => string): Alteration =>
  (words, _language, random) => {
    const position = oneOf(positions(words, fits), random);
    if (position === null) return null;
    const word = words[position] ?? "";
    const other = change(word, random);
    return other === word ? null : at(words, position, other === "" ? [] : [other]);
  };

const hasDigit = (word: string): boolean => /\d/.test(word);
const isContent = (word: string): boolean => {
  const inner = core(word);
  const isDense =
    /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}]/u.test(inner);
  return /^[\p{L}\p{M}]+$/u.test(inner) && inner.length >= (isDense ? 2 : 5);
};

/** Numbers, signs and negations: none of these may ever be taken for what the text says. */
export const weighty: Readonly<Record<string, Alteration>> = {
  "a digit changed": changeWord(hasDigit, (word, random) => {
    const digits = Array.from(word.matchAll(/\d/g));
    const { 0: digit = "", index = 0 } = digits[integer(random, 0, digits.length - 1)] ?? { 0: "" };
    const other = (Number(digit) + integer(random, 1, 9)) % 10;
    return word.slice(0, index) + other + word.slice(index + 1);
  }),
  "a digit put in": changeWord(hasDigit, (word, random) =>
    word.replace(/\d/, (digit) => `${digit}${integer(random, 0, 9)}`),
  ),
  "a digit left out": changeWord(
    (word) => /\d\d/.test(word),
    (word) => word.replace(/(\d)\d/, "$1"),
  ),
  "a point left out or moved": changeWord(
    (word) => /\d[.,]\d/.test(word),
    (word, random) => word.replace(/(\d)([.,])(\d)/, random() < 0.5 ? "$1$3" : "$2$1$3"),
  ),
  "a number left out": changeWord(
    (word) => /^\d+$/.test(word),
    () => "",
  ),
  "another unit": changeWord(
    (word) =>
      /^(?:mg|mg\/dL|mg\/dl|kg|°C|мг\/дл|months|Monate|mois|meses|hours|Stunden|heures|horas)$/.test(
        core(word) || word,
      ),
    (word) =>
      word.includes("C")
        ? word.replace("C", "F")
        : within(word, core(word).startsWith("mg") ? core(word).replace("mg", "g") : "days"),
  ),
  "another sign": changeWord(
    (word) => /[<%±−€]/.test(word),
    (word) => word.replace("<", ">").replace("%", "‰").replace("±", "").replace("−", "").replace("€", "$"),
  ),
  "a negation put in": (words, { negations }, random) => {
    const position = integer(random, 1, words.length - 1);
    return words.toSpliced(position, 0, pick(random, negations as [string]));
  },
  "a negation taken out": (words, { negations }, random) => {
    const position = oneOf(
      positions(words, (word) => negations.includes(core(word).toLowerCase())),
      random,
    );
    return position === null ? null : at(words, position, []);
  },
  "a prefix parted": changeWord(
    (word) => /^(?:an?|in)\p{Ll}{4,}$/u.test(word),
    (word) => word.replace(/^(?:an|in|a)/, "$& "),
  ),
  "a prefix joined": (words, _language, random) => {
    const position = oneOf(
      positions(words, (word) => /^(?:an?|in)$/i.test(word)).filter((found) =>
        /^\p{L}{4,}$/u.test(words[found + 1] ?? ""),
      ),
      random,
    );
    if (position === null) return null;
    return words.toSpliced(position, 2, `${words[position]}${words[position + 1]}`);
  },
  "an identifier changed": changeWord(
    (word) => /\p{Lu}\p{Lu}+\d|\p{Lu}{3}/u.test(word),
    (word, random) =>
      random() < 0.5 && hasDigit(word)
        ? word.replace(/\d/, (digit) => String((Number(digit) + 3) % 10))
        : word.replace(/\p{Lu}/u, (letter) => (letter === "K" ? "N" : "K")),
  ),
};

/** Words exchanged for others. */
export const exchanged: Readonly<Record<string, Alteration>> = {
  "a content word exchanged": (words, { contentWords }, random) => {
    const position = oneOf(positions(words, isContent), random);
    if (position === null) return null;
    const word = words[position] ?? "";
    const other = pick(random, contentWords as [string]);
    return other.toLowerCase() === core(word).toLowerCase()
      ? null
      : at(words, position, [within(word, other)]);
  },
  "a word of like letters": (words, _language, random) => {
    const position = oneOf(
      positions(words, (word) => lookalikes.has(core(word).toLowerCase())),
      random,
    );
    if (position === null) return null;
    const word = words[position] ?? "";
    return at(words, position, [within(word, lookalikes.get(core(word).toLowerCase()) ?? "")]);
  },
  "a content word left out": changeWord(isContent, () => ""),
  "two words exchanged": (words, _language, random) => {
    const content = positions(words, isContent);
    const [left, right] = [oneOf(content, random), oneOf(content, random)];
    if (left === null || right === null || left === right) return null;
    const [one, other] = [words[left] ?? "", words[right] ?? ""];
    if (core(one).toLowerCase() === core(other).toLowerCase()) return null;
    return words.map((word, n) =>
      n === left ? within(one, core(other)) : n === right ? within(other, core(one)) : word,
    );
  },
};

/** Words of the corpus with others that differ in a letter or two. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  [
    "infection injection persistent consistent approve improve selectively effectively detected defected resistance assistance importance impotence",
    "composition imposition expected excepted inspected infected substrate substance returned reformed different indifferent removes reproves",
    "vehicles vesicles treatment statement parser passer founded funded merchant marchant patients parents mixture fixture stored scored",
    "behandlung verhandlung vorzeitig vorseitig genauigkeit gemeinsamkeit versuch besuch gesperrt gesparrt bindet windet speichert sichert",
    "comité comice patients parents mélange mélanges traitement tractement réaction rédaction inspecté infecté laisse baisse",
    "pacientes parientes tratamiento trasmiento respuesta propuesta mezcla medicla puente fuente",
    "пациентов патентов лечение течение устойчивость устойчивости смесь месяц лечение лечения",
  ].flatMap((line) => {
    const words = line.split(" ");
    return words.flatMap((word, position) =>
      position % 2 === 0 ? [[word, words[position + 1] ?? ""] as const] : [],
    );
  }),
);
