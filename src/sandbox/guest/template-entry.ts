/**
 * What the host runs in the sandbox: loads the template file, then describes the template or calls one of its
 * checks. Everything it returns is text. Self-contained: this file runs in QuickJS.
 */

import { authored, describeTemplate, entriesOf } from "./describe-template.ts";
import { replyTo } from "./reply.ts";

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
    return task.kind === "describe"
      ? describeTemplate(loaded.default, (check) => Function.prototype.toString.call(check))
      : call(loaded.default, task);
  });
}

async function call(template: unknown, task: GuestTask & { readonly kind: "call" }): Promise<unknown> {
  const check = entriesOf(authored(template).options, "the options of answerTemplate")[task.check];
  if (typeof check !== "function") throw new TypeError(`${task.check} is not a function`);
  const result: unknown = await check(task.answer, task.context);
  // Functions, symbols and the like have no JSON; the host reports what it did not expect.
  return typeof result === "boolean" || typeof result === "number" ? result : { unexpected: typeof result };
}
