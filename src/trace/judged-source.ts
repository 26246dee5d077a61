import * as z from "zod";
import type { RetrievedContext } from "./retrieved-context.ts";

/**
 * What a judge reads: `answer`, the final message; `trace`, everything the model said and did; `contexts`, the passages
 * that were looked up for the answer.
 */
export const JudgedSource = z.enum(["answer", "contexts", "trace"]);
export type JudgedSource = z.infer<typeof JudgedSource>;

/** The texts of passages as one, with a blank line between two: what is judged where contexts are. */
export function contextsText(contexts: readonly RetrievedContext[]): string {
  return contexts.map(({ text }) => text).join("\n\n");
}

/** Why there is nothing to judge where contexts are to be judged; undefined where there is. */
export function missingContexts(contexts: readonly RetrievedContext[] | null): string | undefined {
  if (contexts === null) return "it is not known what was looked up for the answer: no contexts came with it";
  if (contexts.length === 0) return "nothing was looked up for the answer: its contexts are empty";
  const says = contexts.some(({ text }) => text.trim() !== "");
  return says ? undefined : "the contexts of the answer hold no text";
}
