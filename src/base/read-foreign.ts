import type * as z from "zod";
import { KareninaError } from "./errors.ts";

/** So many wrong fields are named. */
const mostNamed = 5;

/**
 * Reads what code of users hands over.
 *
 * @param what begins the message, such as `CheckCitations returned no outcome`
 * @throws KareninaError `composition` that names the first wrong fields and says how many more there are.
 */
export function readForeign<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const { issues } = read.error;
  const lines = issues
    .slice(0, mostNamed)
    .map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
  const more = issues.length > mostNamed ? `; and ${issues.length - mostNamed} more` : "";
  throw new KareninaError("composition", `${what}: ${lines.join("; ")}${more}.`);
}
