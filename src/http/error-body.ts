import * as z from "zod";
import { tryParseJson } from "../base/index.ts";
import { firstWords, isMarkup } from "./first-words.ts";

/** What a server says about its error, in whichever of the usual shapes. */
interface ServerError {
  readonly message: string | undefined;
  /** Machine-readable type and code, where there are any. */
  readonly codes: readonly string[];
}

const Detail = z.object({
  message: z.string().nullish(),
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
  param: z.string().nullish(),
  status: z.union([z.string(), z.number()]).nullish(),
});
const ErrorBody = z.union([
  z.object({ error: Detail }),
  z.object({ error: z.string() }).transform(({ error }) => ({ error: { message: error } })),
  z.array(z.object({ error: Detail })).transform(([first]) => first ?? { error: {} }),
  z.object({ detail: z.unknown() }).transform(({ detail }) => ({ error: { message: textOf(detail) } })),
  Detail.transform((error) => ({ error })),
]);

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Reads an error body; text that is no JSON is its own message, of a web page what it begins with. */
export function readErrorBody(body: string): ServerError {
  const plain = body.trim();
  const json = tryParseJson(plain);
  if (json === undefined) {
    const message = isMarkup(plain) ? firstWords(plain) : plain;
    return { message: message === "" ? undefined : message, codes: [] };
  }
  const parsed = ErrorBody.safeParse(json);
  if (!parsed.success) return { message: plain, codes: [] };
  const error: z.infer<typeof Detail> = parsed.data.error;
  const codes = [error.type, error.code, error.status, error.param].filter(
    (code) => code !== null && code !== undefined,
  );
  return { message: error.message ?? undefined, codes: codes.map(String) };
}
