import { loweredBy, raisedBy } from "./raised.ts";
import { isOpen, replace, setClass, type UnitClasses, unitClass } from "./unit-classes.ts";

const inline =
  "a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr";
const block =
  "address|article|aside|blockquote|br|caption|center|col|colgroup|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|img|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul";
const tags = new RegExp(`<(/?)(?:(${inline})|${block})(\\s[^<>]{0,1000})?/?>`, "gi");
const longestRaised = 12;
/** A tag that ends what stands before it. */
export const blockTag = new RegExp(`</?(?:${block})[\\s/>]`, "i");

/** Tags of HTML: those of blocks part words, those within a line do not. */
export function readHtml(units: UnitClasses): void {
  const { text } = units;
  if (!text.includes("<")) return;
  for (const { 0: tag, 1: closing, 2: name, 3: attributes, index } of text.matchAll(tags)) {
    if (!isOpen(units, index)) continue;
    const end = index + tag.length;
    if (name === undefined) replace(units, index, end, " ");
    else if (attributes !== undefined && attributes.trim() !== "/")
      setClass(units, index, end, unitClass.address);
    else if (closing === "" && name.toLowerCase() === "sup") readRaisedTag(units, index, end);
    else if (closing === "" && name.toLowerCase() === "sub")
      replace(units, index, end, loweredBy(text, index));
    else setClass(units, index, end, unitClass.hidden);
  }
}

function readRaisedTag(units: UnitClasses, start: number, end: number): void {
  const close = units.text.indexOf("<", end);
  const number = close < 0 ? "" : units.text.slice(end, Math.min(close, end + longestRaised));
  const raised = raisedBy(units.text, start, number);
  replace(units, start, end, raised === "aside" ? "" : raised);
  if (raised === "aside") setClass(units, end, close, unitClass.aside);
}
