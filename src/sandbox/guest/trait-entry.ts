/**
 * What the host runs in the sandbox for a callable trait: loads its file and calls the function with a text.
 * Self-contained: this file runs in QuickJS.
 */

import { replyTo } from "./reply.ts";

/** What the host asks for. */
export interface TraitTask {
  readonly text: string;
}

const sourceModule = "source.ts";

/** Calls the function; the value of the reply is `{ returned }`, or `{ unexpected }` for what is no value of a trait. */
export function main(taskJson: string): Promise<string> {
  return replyTo(taskJson, async ({ text }: TraitTask) => {
    const loaded: { readonly default?: unknown } = await import(sourceModule);
    const evaluate = loaded.default;
    if (typeof evaluate !== "function")
      throw new TypeError("a trait file must `export default` a function of one text");
    return described(await evaluate(text));
  });
}

function described(returned: unknown): object {
  if (typeof returned === "boolean" || typeof returned === "string") return { returned };
  // JSON has no NaN and no infinity.
  if (typeof returned !== "number") return { unexpected: returned === null ? "null" : typeof returned };
  return Number.isFinite(returned) ? { returned } : { unexpected: String(returned) };
}
