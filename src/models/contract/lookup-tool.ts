import type { JsonObject } from "../../base/index.ts";
import type { Tool, ToolOutcome } from "../../ports/index.ts";

/** A tool named `lookup` with one text argument, and the inputs it got. */
export function lookupTool(
  answer: (query: string, signal: AbortSignal) => ToolOutcome | Promise<ToolOutcome> = (query) => ({
    text: `${query} binds BCL2`,
    isError: false,
  }),
): Tool & { readonly inputs: readonly JsonObject[] } {
  const inputs: JsonObject[] = [];
  return {
    name: "lookup",
    description: "Looks a drug up.",
    inputSchema: {
      type: "object",
      properties: { query: { type: "string", description: "Name of the drug" } },
      required: ["query"],
    },
    inputs,
    async call(input, { signal }) {
      inputs.push(input);
      return await answer(String(input.query), signal);
    },
  };
}

/** A wish of the model to use that tool. */
export const lookupCall = (id: string, query: string) => ({ id, name: "lookup", input: { query } });

/** Waits until the signal fires, as a tool does that is asked to stop. */
export const rejectWhenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
