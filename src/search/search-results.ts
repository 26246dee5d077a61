import * as z from "zod";
import { tryParseJson } from "../base/index.ts";
import type { SearchResult } from "../ports/index.ts";

const Label = z
  .string()
  .transform((text) => text.trim() || null)
  .nullable()
  .catch(null);
const filled = z.string().refine((text) => text.trim() !== "");

const Row = z.union([
  z.object({ title: Label, content: filled, url: Label }),
  filled.transform((content) => ({ title: null, content, url: null })),
]);

const Wrapped = z.union([
  z.object({ results: z.array(z.unknown()) }).transform(({ results }) => results),
  z.object({ result: z.array(z.unknown()) }).transform(({ result }) => result),
]);

/** The rows that can be used; one without content is left out, a blank title or address becomes null. */
export function resultsOfRows(rows: readonly unknown[]): readonly SearchResult[] {
  return rows.flatMap((row) => Row.safeParse(row).data ?? []);
}

/** The rows of a list, or of an object that holds one as `results` or `result`; undefined for anything else. */
export function rowsIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : Wrapped.safeParse(value).data;
}

/**
 * What a search tool of any make returned, as results: a list of `{ title, content, url }` or of texts, an object
 * holding such a list, one such row, a text that is a JSON list, or any other text, which is one result. Other values
 * hold no results.
 *
 * @throws Error for blank text: no tool says "nothing found" like that on purpose.
 */
export function searchResultsOf(output: unknown): readonly SearchResult[] {
  if (typeof output === "string") return resultsOfText(output.trim());
  return resultsOfRows(rowsIn(output) ?? [output]);
}

function resultsOfText(text: string): readonly SearchResult[] {
  if (text === "") throw new Error("The search tool answered with blank text.");
  return resultsOfRows(text.startsWith("[") ? (jsonList(text) ?? [text]) : [text]);
}

function jsonList(text: string): readonly unknown[] | undefined {
  const value = tryParseJson(text);
  return Array.isArray(value) ? value : undefined;
}
