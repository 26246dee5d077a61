import { extname } from "node:path";

const plain = "json yaml yml log py r sql js ts sh tex bib fasta fa pdb sdf mol".split(" ");

/** What a file may be that goes with a question, by the ending of its name. */
const types: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["pdf", "application/pdf"],
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["csv", "text/csv"],
  ["tsv", "text/tab-separated-values"],
  ["html", "text/html"],
  ["htm", "text/html"],
  ["xml", "text/xml"],
  ...plain.map((ending): [string, string] => [ending, "text/plain"]),
]);

/** The media type that the ending of a name stands for; undefined where files of it are not sent. */
export function mediaTypeOfName(name: string): string | undefined {
  return types.get(extname(name).slice(1).toLowerCase());
}

/** The endings of names that are taken, for messages. */
export const takenEndings = [...types.keys()].join(", ");

/**
 * What is wrong with the content of a file whose name stands for a media type; undefined: it is of that type. A model is
 * never sent as a picture what only is called one.
 */
export function contentProblem(mediaType: string, data: Uint8Array): string | undefined {
  if (data.byteLength === 0) return "it is empty";
  const found = typeByContent(data);
  if (mediaType.startsWith("text/")) {
    if (found !== undefined) return `it holds ${found}, not text`;
    return isText(data) ? undefined : "it is no text in UTF-8";
  }
  if (found === mediaType) return undefined;
  return `its name says ${mediaType}, its content ${found === undefined ? "does not" : `is ${found}`}`;
}

type Signature = readonly [mediaType: string, offset: number, bytes: string];

const signatures: readonly Signature[] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
  ["image/webp", 8, "WEBP"],
  ["application/pdf", 0, "%PDF-"],
];

function typeByContent(data: Uint8Array): string | undefined {
  const start = Buffer.from(data.buffer, data.byteOffset, Math.min(data.byteLength, 16)).toString("latin1");
  const found = signatures.find(([, offset, bytes]) => start.startsWith(bytes, offset));
  if (found?.[0] === "image/webp" && !start.startsWith("RIFF")) return undefined;
  return found?.[0];
}

function isText(data: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(data).includes("\0");
  } catch {
    return false;
  }
}
