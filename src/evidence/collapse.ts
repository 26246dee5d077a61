import { type MappedText, MappedTextWriter } from "./mapped-text.ts";
import { isWhiteSpace } from "./white-space.ts";

/** The text with every run of white space as one space and none at its ends, with a way back to the original. */
export function collapse(text: string): MappedText {
  const writer = new MappedTextWriter(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isWhiteSpace(unit)) writer.space(at);
    else writer.unit(unit, at, at + 1);
  }
  return writer.finish();
}
