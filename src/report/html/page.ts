import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { escapeMarkup, KareninaError, oneLine } from "../../base/index.ts";
import type { ReportSummary } from "./report-data.ts";

/** The program and the style of the page, as they were built. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** Reads what the build made of `viewer/`. Throws `file_not_found` where it was not built. */
export async function readPageParts(): Promise<PageParts> {
  const read = async (name: string) => {
    const file = new URL(`../../../dist/viewer/${name}`, import.meta.url);
    return readFile(file, "utf8").catch((cause: unknown) => {
      throw new KareninaError("file_not_found", `The page of reports is not there: ${file.pathname}.`, {
        hint: "In a clone, run npm run build; installed packages have it.",
        cause,
      });
    });
  };
  const [script, style] = await Promise.all([read("viewer.js"), read("viewer.css")]);
  return { script, style };
}

/** What the page begins with: everything before the details. */
export function pageHead(summary: ReportSummary, packedIndex: string, { script, style }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy({ script, style }, summary.detailsFolder !== null)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="karenina ${escapeMarkup(summary.version)}">
<title>${escapeMarkup(oneLine(summary.title))}</title>
<style>${style}</style>
</head>
<body>
<div id="root"><noscript>This report is shown by a program that it carries itself: allow JavaScript to read it.</noscript></div>
<script type="application/json" id="report-summary">${scriptJson(summary)}</script>
<script type="text/plain" id="report-index">${packedIndex}</script>
<script>${script}</script>
`;
}

/** A block of details within the page. */
export function embeddedBlock(place: number, base64: string): string {
  return `<script type="text/plain" id="report-details-${place}">${base64}</script>\n`;
}

/** What the page ends with. */
export const pageEnd = "</body>\n</html>\n";

/** The text of a file of its own with a block of details. */
export function blockFile(place: number, base64: string): string {
  return `kareninaDetails(${place},"${base64}")\n`;
}

/**
 * What the page may do: run its own program and style, told by their hashes, and show pictures that are in it; nothing is fetched. Details beside the page are scripts of the same place: `'self'` is that on a server, `file:` on
 * a disk, where browsers do not know folders.
 */
export function contentPolicy({ script, style }: PageParts, isSplit: boolean): string {
  const rules = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'${isSplit ? " 'self' file:" : ""}`,
    `style-src '${hashOf(style)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return rules.join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** JSON that no HTML parser takes for anything else. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
