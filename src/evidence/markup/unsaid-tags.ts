import { addOuter, type Stretch } from "./stretches.ts";
import { isOpen, setUnsaid, type UnitClasses } from "./unit-classes.ts";

const tags = /<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])([^<>]*)>/gi;
/** Elements whose content is not said. */
const unsaidNames = /^(?:del|s|strike|script|style|template|textarea|title)$/i;
/** Attributes that strike the content of any element out or hide it. */
const hiding = /\shidden(?=[\s=/]|$)|line-through|display\s*:\s*none|visibility\s*:\s*hidden/i;
const attributeTexts = /([^\s"'=]+)\s*=\s*("[^"]*"|'[^']*')/g;
/** Addresses, and the text of an image. */
const saidAttributes = /^(?:href|src|cite|alt)$/i;

/**
 * Content that tags strike out or hide, and the texts of attributes. A closing tag belongs to the last one opened of its
 * name; of tags within tags the outer ones are set, each unit a few times only.
 */
export function readUnsaidTags(units: UnitClasses): void {
  const opened = new Map<string, { readonly start: number; readonly isUnsaid: boolean }[]>();
  const stretches: Stretch[] = [];
  for (const { 0: tag, 1: slash, 2: name = "", 3: attributes = "", index } of units.text.matchAll(tags)) {
    if (!isOpen(units, index)) continue;
    const end = index + tag.length;
    if (attributes !== "") readAttributes(units, end - 1 - attributes.length, attributes);
    if (tag.endsWith("/>")) continue;
    const starts = opened.get(name.toLowerCase()) ?? [];
    opened.set(name.toLowerCase(), starts);
    if (slash === "") {
      starts.push({ start: index, isUnsaid: unsaidNames.test(name) || hiding.test(attributes) });
      continue;
    }
    const opening = starts.pop();
    if (opening?.isUnsaid === true) addOuter(stretches, { start: opening.start, end });
  }
  for (const { start, end } of stretches) setUnsaid(units, start, end);
}

function readAttributes(units: UnitClasses, start: number, attributes: string): void {
  for (const { 0: whole, 1: name = "", 2: value = "", index } of attributes.matchAll(attributeTexts)) {
    if (saidAttributes.test(name)) continue;
    const end = start + index + whole.length;
    setUnsaid(units, end - value.length, end);
  }
}
