import path from "node:path";
import { KareninaError, maskAddress, passwordsOfAddress } from "../base/index.ts";

/** Where a store is. */
export type StorePlace =
  | { readonly kind: "sqlite"; readonly file: string; readonly name: string }
  | {
      readonly kind: "postgres";
      readonly url: string;
      /** How it may be shown: without password. */
      readonly name: string;
      /** What no message may hold. */
      readonly secrets: readonly string[];
    };

const hint =
  "Such as sqlite:runs.db, or postgres://user@host:5432/database; the password may stand in PGPASSWORD or ~/.pgpass.";

/**
 * Reads the address of a store: `sqlite:FILE`, or `postgres://…` as all programs for PostgreSQL take it.
 *
 * @throws KareninaError `configuration` for anything else, without repeating it.
 */
export function storePlace(text: string, workingDirectory: string): StorePlace {
  if (text.startsWith("sqlite:")) {
    const file = path.resolve(workingDirectory, text.slice("sqlite:".length));
    if (file !== path.resolve(workingDirectory)) return { kind: "sqlite", file, name: text };
  }
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) {
    const url = new URL(text);
    // a password with such a character would be taken for something else, and shown
    const isCutShort = `${url.pathname}${url.hash}${[...url.searchParams.keys()].join("")}`.includes("@");
    if (isCutShort)
      throw new KareninaError(
        "configuration",
        "This is no address of a store: it has an @ behind the host.",
        {
          hint: "In a password / is written as %2F, ? as %3F, # as %23 and @ as %40; or put it into PGPASSWORD.",
        },
      );
    const passwords = passwordsOfAddress(text);
    const secrets = passwords.length === 0 ? [] : [text, ...passwords];
    return { kind: "postgres", url: text, name: maskAddress(url.href, url.href), secrets };
  }
  throw new KareninaError("configuration", "This is no address of a store.", { hint });
}
