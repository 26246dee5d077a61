import { InvalidArgumentError } from "commander";

/** A whole number of at least 1. */
export function count(text: string): number {
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 1 upwards.");
}

/** A whole number from 0 upwards. */
export function wholeNumber(text: string): number {
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 0 upwards.");
}

const decimal = /^(\d+\.?\d*|\.\d+)$/;

/** A number from 0 upwards. */
export function amount(text: string): number {
  if (decimal.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a number from 0 upwards.");
}

/** A number above 0. */
export function positive(text: string): number {
  if (decimal.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Expected a number above 0.");
}

/** A number of seconds above 0. */
export function seconds(text: string): number {
  if (decimal.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Expected a number of seconds above 0.");
}

/** A share from 0 to 1, or as a percentage. */
export function share(text: string): number {
  const percent = text.endsWith("%");
  const digits = percent ? text.slice(0, -1) : text;
  const value = decimal.test(digits) ? Number(digits) / (percent ? 100 : 1) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError("Expected a share from 0 to 1, or 0% to 100%.");
}

/** A share that is neither nothing nor all. */
export function innerShare(text: string): number {
  const value = share(text);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError("Expected a share above 0 and below 1, such as 0.05 or 5%.");
}

/** An http or https address. */
export function address(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError("Expected an http or https address, such as http://localhost:8000/v1.");
}

/** Some text. */
export function text(value: string): string {
  if (value.trim() !== "") return value;
  throw new InvalidArgumentError("Expected some text.");
}

/** What is checked where nobody sees it: somebody may give a key in place of its variable's name. */
export const variable: (value: string) => string = text;

/** Names, separated by commas. */
export function names(list: string): readonly string[] {
  const found = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (found.length > 0) return found;
  throw new InvalidArgumentError("Expected names, separated by commas.");
}

/** Gathers the values of an option that may be repeated. */
export function gathered(value: string, before: unknown): readonly string[] {
  const list: readonly string[] = Array.isArray(before) ? before : [];
  return [...list, text(value)];
}
