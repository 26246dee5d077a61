import * as z from "zod";
import { functionModule, KareninaError } from "../../../base/index.ts";

/** Judges a text: true or false, a number, or the name of a class, as the trait's kind says. */
export type CallableFunction = (text: string) => boolean | number | string;

const isFunction = (value: unknown): value is CallableFunction => typeof value === "function";

/**
 * The code of a callable trait:
 *
 * - `native`: a function of this program;
 * - `source`: TypeScript whose default export is such a function, from a file; runs only in the sandbox;
 * - `pickle`: a Python function, as its file holds it in base64; kept byte for byte, never executed.
 */
export const CallableCode = z.discriminatedUnion("kind", [
  z
    .strictObject({
      kind: z.literal("native"),
      evaluate: z.custom<CallableFunction>(isFunction, "expected a function"),
    })
    .readonly(),
  z
    .strictObject({
      kind: z.literal("source"),
      text: z.string().min(1, "expected non-empty text"),
      language: z.literal("TypeScript").default("TypeScript"),
    })
    .readonly(),
  z.strictObject({ kind: z.literal("pickle"), base64: z.string() }).readonly(),
]);
export type CallableCode = z.infer<typeof CallableCode>;

/** Runs the code of callable traits: a function of this program directly, code from a file in the sandbox. */
export interface CallableRunner {
  /**
   * What the function returns for a text, unchecked. Throws `KareninaError` with code `sandbox_limit`, `sandbox_error` or `invalid_input`
   * for code from a file that does not finish or throws, `template_unreadable` for code that cannot be read here.
   */
  evaluate(code: CallableCode, text: string): Promise<unknown>;
}

/**
 * A function as a TypeScript module that exports it. It is written as it stands, so it must not use anything defined
 * outside of it. Throws `invalid_input` for native and bound functions, which have no source.
 */
export function callableSource(name: string, evaluate: CallableFunction): string {
  const text = Function.prototype.toString.call(evaluate);
  if (/\{\s*\[native code\]\s*\}$/.test(text)) throw unwritable(name, "it is a native or bound function");
  const written = functionModule(text);
  if (written === undefined) throw unwritable(name, "it is no plain function");
  return written;
}

function unwritable(name: string, reason: string): KareninaError {
  const message = `Callable trait "${name}": its function cannot be written to a file: ${reason}.`;
  return new KareninaError("invalid_input", message, {
    hint: "Write it as an arrow function.",
  });
}
