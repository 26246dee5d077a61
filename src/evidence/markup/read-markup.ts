import { readCode } from "./code.ts";
import { readDecimals } from "./decimals.ts";
import { readEmphasis } from "./emphasis.ts";
import { readEntities } from "./entities.ts";
import { readEscapes } from "./escapes.ts";
import { readHtml } from "./html.ts";
import { readLatex } from "./latex.ts";
import { readLines } from "./lines.ts";
import { readLinks } from "./links.ts";
import { readRaisedDigits } from "./raised.ts";
import type { UnitClasses } from "./unit-classes.ts";
import { readStrikes, readUnsaid } from "./unsaid.ts";

/** What each unit of a text is to a reader of its Markdown, HTML or LaTeX. Time is linear in the text. */
export function readMarkup(text: string): UnitClasses {
  const units: UnitClasses = { text, classes: new Uint8Array(text.length), replacements: new Map() };
  readCode(units);
  readUnsaid(units);
  readHtml(units);
  readLatex(units);
  readLinks(units);
  readLines(units);
  readStrikes(units);
  readEmphasis(units);
  readEntities(units);
  readEscapes(units);
  readDecimals(units);
  readRaisedDigits(units);
  return units;
}
