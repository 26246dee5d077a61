/**
 * What the host runs in the sandbox for the code of a scenario: loads it and calls its function with what the host gives.
 * Self-contained: this file runs in QuickJS.
 */

import { replyTo } from "./reply.ts";

/** What the host asks for. */
export interface ScenarioTask {
  /** True: what counts is whether the function returns something that is true. */
  readonly isCondition: boolean;
  /** What the function is called with; absent: it is only loaded. */
  readonly given?: readonly unknown[];
}

const sourceModule = "source.ts";

/** Calls the function; the value of the reply is `{ returned }`, or `{}` for what is undefined. */
export function main(taskJson: string): Promise<string> {
  return replyTo(taskJson, async ({ isCondition, given }: ScenarioTask) => {
    const loaded: { readonly default?: unknown } = await import(sourceModule);
    const decide = loaded.default;
    if (typeof decide !== "function") throw new TypeError("a scenario file must `export default` a function");
    if (given === undefined) return {};
    const returned: unknown = await decide(...given);
    return { returned: isCondition ? Boolean(returned) : returned };
  });
}
