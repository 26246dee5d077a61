import type { OutputStream } from "./command-io.ts";

/** A stream on which the addresses of stores that the user gave stand without their passwords. */
export function maskedStream(stream: OutputStream, given: readonly string[]): OutputStream {
  const addresses = given
    .map((text) => text.slice(/^--[\w-]+=/.exec(text)?.[0].length ?? 0))
    .flatMap((text) => {
      const found = /^(postgres(?:ql)?:\/\/[^/:@]*:)([^/]*)@/.exec(text);
      return found === null ? [] : [{ whole: found[0], shown: `${found[1]}***@` }];
    });
  if (addresses.length === 0) return stream;
  return {
    write: (text) =>
      stream.write(addresses.reduce((shown, { whole, shown: to }) => shown.replaceAll(whole, to), text)),
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns ?? 0;
    },
  };
}
