import { harmlessText } from "../../base/index.ts";

/** What XML 1.0 does not hold even as a reference, beside what is taken out as hidden. */
const forbidden = /[\ufffe\uffff]/g;
const signs: { readonly [sign: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** A text from a model or a file for an attribute or the content of an element: no element, comment or section comes of it. */
export function xmlText(text: string): string {
  return harmlessText(text)
    .replace(forbidden, "\ufffd")
    .replace(/[&<>"'\n\t]/g, (sign) => signs[sign] ?? sign);
}
