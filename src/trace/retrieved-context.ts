import * as z from "zod";

/** A passage that was looked up for an answer, such as one that a retriever found. */
export interface RetrievedContext {
  readonly text: string;
  /** Where it comes from, for people: a title, a file, an address. */
  readonly source?: string | null | undefined;
  /** By which whoever looked it up knows it. */
  readonly id?: string | null | undefined;
  /** How well it fits, in a measure of whoever looked it up. */
  readonly score?: number | null | undefined;
}

/** The same as results and files hold it; null: not known. */
export function contextToRecord({ text, source = null, id = null, score = null }: RetrievedContext) {
  return { text, source, id, score };
}

/** The same as a reply may bring it. */
export const RetrievedContextShape = z.object({
  text: z.string(),
  source: z.string().nullish(),
  id: z.string().nullish(),
  score: z.number().nullish(),
});
