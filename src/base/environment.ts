import { isVariableName } from "./variable-name.ts";

/** Environment variables, as `process.env` holds them. */
export type Environment = { readonly [name: string]: string | undefined };

/** The value of a variable; an empty one counts as not set. */
export function variable(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === "" ? undefined : value;
}

const words: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["off", false],
  ["0", false],
]);

/** A variable that cannot be read: what was expected. */
export type ReadValue<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly expected: string;
      /** What was found may be a secret. */
      readonly hides?: boolean;
    };

/** `true`, `yes`, `on`, `1` and their opposites, in any case. */
export function readBoolean(text: string): ReadValue<boolean> {
  const value = words.get(text.toLowerCase());
  return value === undefined ? { ok: false, expected: "true or false" } : { ok: true, value };
}

/** A whole number from 1 upwards. */
export function readCount(text: string): ReadValue<number> {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= 1
    ? { ok: true, value: Number(text) }
    : { ok: false, expected: "a whole number from 1 upwards" };
}

/** A number from 0 to 1. */
export function readShare(text: string): ReadValue<number> {
  const value = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= 1 ? { ok: true, value } : { ok: false, expected: "a number from 0 to 1" };
}

/** An `http` or `https` address. */
export function readAddress(text: string): ReadValue<string> {
  const isAddress = /^https?:/i.test(text) && URL.canParse(text);
  return isAddress ? { ok: true, value: text } : { ok: false, expected: "an http or https URL", hides: true };
}

/** The name of another variable. */
export function readVariableName(text: string): ReadValue<string> {
  return isVariableName(text)
    ? { ok: true, value: text }
    : { ok: false, expected: "the name of an environment variable, not the key itself", hides: true };
}

/** Any text. */
export function readText(text: string): ReadValue<string> {
  return { ok: true, value: text };
}
