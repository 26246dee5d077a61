import { oneLine } from "../base/index.ts";
import { section } from "./section.ts";

/** A text file that goes with a question as a part of its message. The file's own text cannot end the section. */
export function attachedText(name: string, data: Uint8Array): string {
  return `The attached file ${oneLine(name)}:\n${section("attachment", new TextDecoder().decode(data))}\n`;
}
