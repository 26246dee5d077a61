import { maskAddress, passwordsOfAddress } from "../base/index.ts";
import type { OutputStream } from "./command-io.ts";

/** The variable that stands for `--store`: a password in it is not seen by whoever lists processes. */
export const storeVariable = "KARENINA_STORE";

/** A stream on which the addresses of stores that the user gave stand without their passwords. */
export function maskedStream(stream: OutputStream, given: readonly string[]): OutputStream {
  const addresses = given
    .map((text) => text.slice(/^--[\w-]+=/.exec(text)?.[0].length ?? 0))
    .filter((text) => passwordsOfAddress(text).length > 0);
  if (addresses.length === 0) return stream;
  return {
    write: (text) => stream.write(addresses.reduce(maskAddress, text)),
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns ?? 0;
    },
  };
}
