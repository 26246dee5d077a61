/** A number as somebody wrote it. */
export interface Amount {
  readonly value: number;
  /** Empty where there is none. */
  readonly unit: string;
  /** What one step of its last digit is worth. */
  readonly lastDigit: number;
  /** How many digits say how much it is: zeros at either end of a whole number do not. */
  readonly significant: number;
  /** A whole number without unit, multiplier or exponent. */
  readonly isCount: boolean;
}

const multipliers: { readonly [word: string]: number } = {
  hundred: 1e2,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};
const words = Object.keys(multipliers).join("|");
const number = String.raw`[-+−]?\d(?:[\d.,']*\d)?(?:\s?(?:e|[x×]\s?10\^?)[-+−]?\d+)?`;
const between = String.raw`\s*(?:to|bis|–|—)\s*`;
const about = "(?:about|approximately|approx\\.?|around|roughly|circa|ca\\.|~|≈)?";

/**
 * Reads a number with its unit: `46`, `3.1 billion base pairs`, `-70 mV`, `6.022e23 mol^-1`, `1,234.5`, `6.5 %`, and with a
 * decimal comma `1,5`, `8.848,86 m`; `1,234` is a thousand and more. Of `10 to 20 kg` it is the lower end.
 * Undefined for what says more than a number and a unit of a few words, such as `1939 to 1945`.
 */
export function readAmount(text: string): Amount | undefined {
  const shape = new RegExp(
    `^${about}\\s*(?<digits>${number})(?<end>${between}${number})?\\s*(?<word>${words})?\\s*(?<unit>\\D\\S*(?:\\s\\S+){0,3})?$`,
    "iu",
  );
  const { digits = "", end = "", word = "", unit = "" } = shape.exec(text.trim())?.groups ?? {};
  if (digits === "" || (end !== "" && word === "" && unit === "")) return undefined;
  const plain = readDigits(digits);
  const isGlued = unit !== "" && text.includes(`${digits}${unit}`);
  if (isGlued && !/^(%|‰|°\S?|\p{L}{1,3}(\/\p{L}{1,3}[²³]?)?[²³]?)$/u.test(unit.trim())) return undefined;
  // what has letters and digits together is a code, such as 5HT3; a unit with a number says more, such as "out of 10"
  if (plain === undefined || /^\p{L}*\p{Nd}|\s[-+−]?\p{Nd}/u.test(unit) || /^[^\p{L}\s%‰°$€£"']/u.test(unit))
    return undefined;
  const scale = multipliers[word.toLowerCase()] ?? 1;
  const isCount = unit === "" && word === "" && plain.lastDigit === 1 && !/[e^]/i.test(digits);
  return {
    value: exactly(plain.value * scale),
    unit: unit.trim().replace(/\.$/, ""),
    lastDigit: plain.lastDigit * scale,
    significant: plain.significant,
    isCount,
  };
}

/** `3.0 to 3.2 billion`, `-60 to -80 mV`, wherever it stands. */
export function readRange(text: string): { readonly min: number; readonly max: number } | undefined {
  const shape = new RegExp(`(?<one>${number})${between}(?<other>${number})\\s*(?<word>${words})?`, "iu");
  const { one = "", other = "", word = "" } = shape.exec(text)?.groups ?? {};
  const ends = [readDigits(one)?.value, readDigits(other)?.value];
  const [from, to] = ends;
  if (from === undefined || to === undefined) return undefined;
  const scale = multipliers[word.toLowerCase()] ?? 1;
  const [min, max] = [Math.min(from, to), Math.max(from, to)];
  return { min: exactly(min * scale), max: exactly(max * scale) };
}

function readDigits(text: string): Pick<Amount, "value" | "lastDigit" | "significant"> | undefined {
  const [, sign = "", digits = "", exponent = "0"] =
    /^([-+−]?)([\d,'.]+)(?:\s?(?:e|[x×]\s?10\^?)([-+−]?\d+))?$/i.exec(text.trim()) ?? [];
  const plain = withPoint(digits);
  if (plain === undefined) return undefined;
  const power = Number(exponent.replace("−", "-"));
  const value = Number(`${sign === "−" ? "-" : sign}${plain}e${power}`);
  const decimals = plain.split(".")[1]?.length ?? 0;
  const shown = decimals > 0 ? plain.replace(/^0*\.?0*/, "") : plain.replace(/^0+|0+$/g, "");
  const significant = shown.replace(".", "").length;
  return Number.isFinite(value) ? { value, lastDigit: 10 ** (power - decimals), significant } : undefined;
}

/** Digits with a point for decimals and nothing between groups of three; undefined where commas, apostrophes and points stand otherwise. */
function withPoint(digits: string): string | undefined {
  if (/^\d+(\.\d+)?$|^\d{1,3}([,']\d{3})+(\.\d+)?$/.test(digits)) return digits.replace(/[,']/g, "");
  const isDecimalComma = /^\d+,\d+$|^\d{1,3}([.']\d{3})+,\d+$/.test(digits);
  return isDecimalComma ? digits.replace(/[.']/g, "").replace(",", ".") : undefined;
}

/** Without what binary fractions add: 3.1 times a billion is 3100000000. */
const exactly = (value: number): number => Number(value.toPrecision(12));
