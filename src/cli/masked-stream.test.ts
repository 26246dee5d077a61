import { expect, test } from "vitest";
import { runCommandLine } from "./run-command-line.ts";
import { capturedIo } from "./testing/captured-io.ts";

async function said(argv: readonly string[], environment: { readonly [name: string]: string } = {}) {
  const io = capturedIo({ environment });
  await runCommandLine(argv, { ...io, clock: async () => io.clock }, "1.2.3");
  return io.out() + io.err();
}

const nobody = "127.0.0.1:1/db";

test.each([
  ["of the user", `postgres://me:hidden-word@${nobody}`],
  ["encoded", `postgres://me:hidden%2Dword@${nobody}`],
  ["short", `postgres://me:hid@${nobody}`],
  ["with an @", `postgres://me:a@hidden@${nobody}`],
  ["a parameter", `postgresql://me@${nobody}?sslmode=disable&password=hidden-word`],
  ["a short parameter", `postgres://me@${nobody}?password=hid`],
  ["given twice", `postgres://me@${nobody}?password=x&password=hidden-word`],
  ["a parameter with escapes in its name", `postgres://me@${nobody}?p%61ssword=hidden-word`],
  ["a parameter with a space", `postgres://me@${nobody}?password=hidden+word`],
  ["a parameter in capitals", `postgres://me@${nobody}?PASSWORD=hidden-word`],
  ["of a key", `postgres://me@${nobody}?sslpassword=hidden-word`],
  ["cut short by a #", `postgres://me:12#hidden-word@${nobody}`],
  ["cut short by a /", `postgres://me:12/hidden-word@${nobody}`],
  ["cut short by a ?", `postgres://me:12?hidden-word@${nobody}`],
  ["cut short by what looks like a parameter", `postgres://me:a12?a=hidden-word@${nobody}`],
  ["behind a # that is too much", `postgres://me@${nobody}#password=hidden-word`],
  ["behind a semicolon", `postgres://me@${nobody}?user=me;password=hidden-word`],
  ["by another name", `postgres://me@${nobody}?pass=hidden-word`],
  ["in quotes that were left", `"postgres://me:hidden-word@${nobody}"`],
  ["with a driver", `postgresql+psycopg2://me:hidden-word@${nobody}`],
  ["of JDBC", `jdbc:postgresql://${nobody}?user=me&password=hidden-word`],
  ["of no address", `POSTGRES:me:hidden-word@${nobody}`],
])("nothing that is said holds a password: %s", async (_, address) => {
  const all = await Promise.all([
    said(["runs", "list", "--store", address]),
    said(["runs", "list", `--store=${address}`, "--debug"]),
    said(["runs", "list"], { KARENINA_STORE: address }),
    said(["runs", "list", address]),
    said(["store", "migrate", "--store", address]),
    said(["verify", address]),
    said(["summary", `${address}#run`]),
    said(["compare", address, address]),
  ]);
  for (const text of all) {
    expect(text).toMatch(/error/);
    expect(text).not.toMatch(/hid/);
  }
});
