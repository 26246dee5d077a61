import { oneLine } from "../../base/index.ts";

/** After these GitHub finds people, issues and emoji in a text as it is shown; a mark without width parts them from what follows. */
const beginsReference = /([@#](?=\S)|\bgh(?=-\d)|:(?=[\w+-]+:))/gi;
const mark = "\u200b";
/** What Markdown, HTML or GitHub read as more than a letter, wherever it stands; and the mark, to be seen in the source. */
const meaningful = /[\\`*_{}[\]<>|~&!#@$\u200b]|:(?=\/\/)/g;

/**
 * A text from a model or a file as inert Markdown, in one line: no formatting, HTML, link, picture, mention or reference to an issue
 * comes of it, in a table cell neither. It must not be the first of its line.
 *
 * @example
 * markdownText("@team see [x](http://a) | <b>") // &#64;&#8203;team see &#91;x&#93;(http&#58;//a) &#124; &#60;b&#62;
 */
export function markdownText(text: string): string {
  return oneLine(text)
    .replace(beginsReference, `$1${mark}`)
    .replace(meaningful, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\bwww\./gi, (start) => `${start.slice(0, -1)}&#46;`);
}
