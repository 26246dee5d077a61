/**
 * What the host runs in the sandbox: loads the template file, then describes the template or calls one of its
 * checks. Everything it returns is text. Self-contained: this file runs in QuickJS.
 */

import { authoredAs } from "./karenina.ts";
import { replyTo } from "./reply.ts";
import { describedBy } from "./zod.ts";

/** What the host asks for. */
export type GuestTask =
  | { readonly kind: "describe" }
  | {
      readonly kind: "call";
      readonly check: "verify" | "verifyGranular";
      readonly answer: unknown;
      readonly context: unknown;
    };

const sourceModule = "source.ts";

/** Runs the task and replies with its value. */
export function main(taskJson: string): Promise<string> {
  return replyTo(taskJson, async (task: GuestTask) => {
    const loaded: { readonly default?: unknown } = await import(sourceModule);
    return task.kind === "describe" ? describe(loaded.default) : call(loaded.default, task);
  });
}

function describe(template: unknown): object {
  const { fields, options } = authored(template);
  const { verify, verifyGranular, ...rest } = entriesOf(options, "the options of answerTemplate");
  return {
    draft: {
      ...rest,
      fields: Object.entries(entriesOf(fields, "the fields of answerTemplate")).map(fieldDraft),
    },
    verify: sourceOf(verify, "verify"),
    verifyGranular: sourceOf(verifyGranular, "verifyGranular"),
  };
}

function authored(template: unknown) {
  const found = authoredAs(template);
  if (found === undefined) throw new TypeError("a template file must `export default answerTemplate({ … })`");
  return found;
}

function entriesOf(value: unknown, what: string): { readonly [key: string]: unknown } {
  if (typeof value !== "object" || value === null) throw new TypeError(`${what} must be an object`);
  return value as { readonly [key: string]: unknown };
}

function fieldDraft([name, field]: readonly [string, unknown]): object {
  const { schema, ...rest } = entriesOf(field, `field "${name}"`);
  const described = describedBy(schema);
  if (described === undefined)
    throw new TypeError(`field "${name}": expected verified(…) or extracted(…) with a zod schema`);
  const { description: _description, ...type } = described.json;
  return { name, ...rest, schema: type, required: !described.optional };
}

function sourceOf(check: unknown, name: string): string | null {
  if (check === undefined) return null;
  if (typeof check !== "function") throw new TypeError(`${name} must be a function`);
  return Function.prototype.toString.call(check);
}

async function call(template: unknown, task: GuestTask & { readonly kind: "call" }): Promise<unknown> {
  const check = entriesOf(authored(template).options, "the options of answerTemplate")[task.check];
  if (typeof check !== "function") throw new TypeError(`${task.check} is not a function`);
  const result: unknown = await check(task.answer, task.context);
  // Functions, symbols and the like have no JSON; the host reports what it did not expect.
  return typeof result === "boolean" || typeof result === "number" ? result : { unexpected: typeof result };
}
