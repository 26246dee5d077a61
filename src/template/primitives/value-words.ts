import type { JsonValue } from "../../base/index.ts";
import type { Normalizers } from "./text/normalizer.ts";

/** A value for people: text in quotation marks, yes and no, lists with commas. */
export function valueWords(value: JsonValue): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return numberWords(value);
  if (value === null) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(valueWords).join(", ");
  return JSON.stringify(value);
}

/** A number without what binary fractions add. */
export function numberWords(value: number): string {
  return String(Number(value.toPrecision(12)));
}

/** A distance from a ground truth: `1 % of 18.015 (17.83485 to 18.19515)`, or `0.5 of 78.37 (77.87 to 78.87)`. */
export function distanceWords(distance: number, mode: "relative" | "absolute", truth: JsonValue): string {
  const text = `${mode === "relative" ? `${numberWords(distance * 100)} %` : numberWords(distance)} of ${valueWords(truth)}`;
  const center = Number(truth);
  const width = mode === "relative" ? distance * Math.abs(center) : distance;
  const ends = [center - width, center + width];
  return ends.every(Number.isFinite) ? `${text} (${ends.map((end) => numberWords(end)).join(" to ")})` : text;
}

/** What lies between two ends: `from 21 to 23`, `above 21 and below 23`, `at least 21`. */
export function spanWords({
  min,
  max,
  exclusiveMin = false,
  exclusiveMax = false,
}: {
  readonly min: number | null;
  readonly max: number | null;
  readonly exclusiveMin?: boolean;
  readonly exclusiveMax?: boolean;
}): string {
  if (min !== null && max !== null && !exclusiveMin && !exclusiveMax)
    return `from ${numberWords(min)} to ${numberWords(max)}`;
  const ends = [
    ...(min === null ? [] : [`${exclusiveMin ? "above" : "at least"} ${numberWords(min)}`]),
    ...(max === null ? [] : [`${exclusiveMax ? "below" : "at most"} ${numberWords(max)}`]),
  ];
  return ends.join(" and ") || "anything";
}

/** What is made light of before texts are compared, behind a comma; empty where nothing is. `truth`: what synonyms may stand for. */
export function normalizerWords(normalize: Normalizers, truth?: JsonValue): string {
  const isTruth = (text: string) => String(truth).toLowerCase() === text.toLowerCase();
  const has = (step: Normalizers[number]) => normalize.includes(step);
  const ignored = [
    ...(has("lowercase") ? ["the case"] : []),
    ...(has("remove_punctuation") ? ["its punctuation"] : []),
    ...(has("collapse_whitespace") ? ["its spaces"] : []),
  ];
  const others = normalize.flatMap((step) =>
    typeof step === "string"
      ? []
      : Object.entries(step.mapping).map(([from, to]) =>
          isTruth(to) ? valueWords(from) : `${valueWords(from)} for ${valueWords(to)}`,
        ),
  );
  return [
    ...(ignored.length === 0 ? [] : [`, whatever ${ignored.join(" and ")}`]),
    ...(others.length === 0 ? [] : [`; also ${others.join(", ")}`]),
  ].join("");
}
