import type { Block } from "../../trace/index.ts";

/** Before the data of thinking that Anthropic encrypted as a whole; no signature begins like this, they are Base64. */
const mark = "redacted:";

/** The signature of a thinking block that holds encrypted thinking. */
export function signRedacted(data: string): string {
  return `${mark}${data}`;
}

/** The encrypted thinking in a signature; undefined for a vendor's own signature. */
export function readRedacted(signature: string): string | undefined {
  return signature.startsWith(mark) ? signature.slice(mark.length) : undefined;
}

/** Thinking as Anthropic takes it back: only with the signature that it put there. */
export function signedThinking({ thinking, signature }: Extract<Block, { type: "thinking" }>) {
  if (signature === undefined) return [];
  const data = readRedacted(signature);
  return [
    data === undefined
      ? { type: "thinking" as const, thinking, signature }
      : { type: "redacted_thinking" as const, data },
  ];
}
