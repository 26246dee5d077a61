import { oneLine } from "../../base/index.ts";

/** What Markdown, HTML or GitHub read as more than a letter, wherever it stands. */
const meaningful = /[\\`*_{}[\]<>|~&!#@$]|:(?=\/\/|[\w+-]+:)/g;
/** After these GitHub finds people, issues and addresses in plain text; a mark without width parts them from what follows. */
const beginsReference = /(&#(?:64|35);|\bgh)(?=\S)/gi;
const invisibleBreak = "&#8203;";

/**
 * A text from a model or a file as inert Markdown, in one line: no formatting, HTML, link, picture, mention or reference to an issue
 * comes of it, in a table cell neither. It must not be the first of its line.
 *
 * @example
 * markdownText("@team see [x](http://a) | <b>") // &#64;&#8203;team see &#91;x&#93;(http&#58;//a) &#124; &#60;b&#62;
 */
export function markdownText(text: string): string {
  return oneLine(text)
    .replace(meaningful, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\bwww\./gi, (start) => `${start.slice(0, -1)}&#46;`)
    .replace(beginsReference, `$1${invisibleBreak}`);
}
