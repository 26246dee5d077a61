import fc from "fast-check";

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * Any character of Unicode, as `unit` of `fc.string`. `"binary"` are the same, and makes a table of all 1.1 million of
 * them first: a second of each process.
 */
export const anyCharacter = fc.nat(0x10ffff - surrogates).map(
  (at) => String.fromCodePoint(at < firstSurrogate ? at : at + surrogates),
  (value) => {
    const code = typeof value === "string" ? (value.codePointAt(0) ?? -1) : -1;
    if (
      value !== String.fromCodePoint(Math.max(code, 0)) ||
      (code >= firstSurrogate && code < firstSurrogate + surrogates)
    )
      throw new Error("expected one character");
    return code < firstSurrogate ? code : code - surrogates;
  },
);
