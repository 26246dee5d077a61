import { type AspectKind, aspectKinds, type RatedAspect } from "./rated-answer.ts";

/** What a person may say: yes or no, a number, or one of some classes. */
export type Allowed =
  | { readonly form: "yes/no" }
  | { readonly form: "number"; readonly min: number | null; readonly max: number | null }
  | { readonly form: "class"; readonly classes: readonly string[] };

/** What a rater said, or is to say, of an answer in one respect. */
export interface Label {
  /** See `RatedAnswer.answer`. */
  readonly answer: string;
  /** The result that was shown, for `karenina show`. */
  readonly result: string;
  readonly kind: AspectKind;
  readonly name: string;
  readonly allowed: Allowed;
  /** Null: nothing yet, or not sure. */
  readonly value: boolean | number | string | null;
  /** True: the rater has looked and cannot say. */
  readonly isUnsure: boolean;
  readonly note: string;
  /** Empty: nobody yet. */
  readonly rater: string;
  readonly stratum: string;
  /** With which the answer was drawn, above 0 and at most 1. */
  readonly probability: number;
  /** For whoever labels: what was asked, answered and expected, and what is to be said of it. */
  readonly question: string;
  readonly response: string;
  readonly expected: string;
  readonly asks: string;
}

/** Which answer, in which respect. */
export const itemOf = ({ answer, kind, name }: Pick<Label, "answer" | "kind" | "name">): string =>
  JSON.stringify([answer, kind, name]);

export const isAspectKind = (text: string): text is AspectKind => aspectKinds.some((kind) => kind === text);

/** `yes/no`, `1 to 5`, `number`, `low | high`. */
export function allowedText(allowed: Allowed): string {
  if (allowed.form === "class") return allowed.classes.join(" | ");
  if (allowed.form === "yes/no") return "yes/no";
  return allowed.min === null || allowed.max === null ? "number" : `${allowed.min} to ${allowed.max}`;
}

/** Reads {@link allowedText}. */
export function readAllowed(text: string): Allowed {
  if (text === "yes/no") return { form: "yes/no" };
  if (text === "number") return { form: "number", min: null, max: null };
  const range = /^(-?[\d.]+) to (-?[\d.]+)$/.exec(text);
  if (range !== null) return { form: "number", min: Number(range[1]), max: Number(range[2]) };
  return { form: "class", classes: text.split(" | ") };
}

/** What persons may say of something of which a judge has said this. */
export function allowedFor(
  { value }: RatedAspect,
  definition: {
    readonly min: number | null;
    readonly max: number | null;
    readonly classes: readonly string[] | null;
  } = { min: null, max: null, classes: null },
): Allowed {
  if (typeof value === "boolean") return { form: "yes/no" };
  if (typeof value === "string") return { form: "class", classes: definition.classes ?? [value] };
  return { form: "number", min: definition.min, max: definition.max };
}

const yes = ["yes", "y", "true", "pass", "passed", "right", "correct", "1"];
const no = ["no", "n", "false", "fail", "failed", "wrong", "incorrect", "0"];
const unsure = ["?", "unsure", "unclear"];

/** What a cell says; a text of what was expected where it says nothing that is allowed. */
export function readVerdict(
  text: string,
  allowed: Allowed,
): Pick<Label, "value" | "isUnsure"> | { readonly expected: string } {
  const word = text.trim().toLowerCase();
  if (word === "") return { value: null, isUnsure: false };
  if (unsure.includes(word)) return { value: null, isUnsure: true };
  const said = (value: Label["value"]) => ({ value, isUnsure: false });
  if (allowed.form === "yes/no") {
    if (yes.includes(word)) return said(true);
    return no.includes(word) ? said(false) : { expected: "yes, no or unsure" };
  }
  if (allowed.form === "class") {
    const found = allowed.classes.find((name) => name.toLowerCase() === word);
    return found === undefined ? { expected: `${allowed.classes.join(", ")} or unsure` } : said(found);
  }
  const number = Number(word);
  const { min, max } = allowed;
  if (Number.isFinite(number) && (min ?? number) <= number && number <= (max ?? number)) return said(number);
  return { expected: min === null ? "a number or unsure" : `a number from ${min} to ${max}, or unsure` };
}

/** What stands in the column for verdicts. */
export function verdictText({ value, isUnsure }: Pick<Label, "value" | "isUnsure">): string {
  if (isUnsure) return "unsure";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? "");
}
