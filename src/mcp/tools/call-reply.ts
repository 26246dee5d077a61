import * as z from "zod";
import type { JsonValue } from "../../base/index.ts";
import type { ToolOutcome } from "../../ports/index.ts";

/** A piece of a tool's answer, as the model reads it. `isText` is false for what only stands in for something else. */
interface Piece {
  readonly text: string;
  readonly isText: boolean;
}

const spoken = (text: string): Piece => ({ text, isText: true });
const standIn = (...parts: readonly (string | undefined)[]): Piece => ({
  text: `[${parts.filter((part) => part !== undefined && part !== "").join(", ")}]`,
  isText: false,
});
const bytesOf = (base64: string) => `${Buffer.byteLength(base64, "base64").toLocaleString("en-US")} bytes`;

const MimeType = z
  .string()
  .nullish()
  .transform((type) => type ?? "unknown type");

/** The kinds of content there are; what is none of them is named and left out. */
const ContentBlock = z.union([
  z.object({ type: z.literal("text"), text: z.string() }).transform(({ text }) => spoken(text)),
  z
    .object({ type: z.enum(["image", "audio"]), data: z.string(), mimeType: MimeType })
    .transform(({ type, data, mimeType }) => standIn(`${type}: ${mimeType}`, bytesOf(data))),
  z
    .object({ type: z.literal("resource"), resource: z.object({ text: z.string() }) })
    .transform(({ resource }) => spoken(resource.text)),
  z
    .object({
      type: z.literal("resource"),
      resource: z.object({ uri: z.string(), blob: z.string(), mimeType: MimeType }),
    })
    .transform(({ resource: { uri, blob, mimeType } }) =>
      standIn(`resource: ${mimeType}`, bytesOf(blob), uri),
    ),
  z
    .object({
      type: z.literal("resource_link"),
      uri: z.string(),
      name: z.string().nullish(),
      mimeType: MimeType,
      size: z.number().nullish(),
    })
    .transform(({ uri, name, mimeType, size }) =>
      standIn(
        `resource link: ${mimeType}`,
        size == null ? undefined : `${size.toLocaleString("en-US")} bytes`,
        name ?? undefined,
        uri,
      ),
    ),
  z.object({ type: z.string() }).transform(({ type }) => standIn(`content of the kind ${type}`)),
  z.unknown().transform(() => standIn("content that cannot be read")),
]);

/** What a tool answered. */
export const CallReply = z.object({
  content: z.array(ContentBlock).nullish(),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().nullish(),
});
export type CallReply = z.infer<typeof CallReply>;

/** Longest text that a model is given for one call, in UTF-16 units. */
const longestText = 100_000;

/** A tool's answer as a model reads it: its texts one below the other, else its structured content as JSON. */
export function outcomeOf({ content, structuredContent, isError }: CallReply): ToolOutcome {
  const pieces = content ?? [];
  const isJson = structuredContent !== undefined;
  const asText = !isJson || pieces.some(({ isText }) => isText) ? [] : [JSON.stringify(structuredContent)];
  const text = [...pieces.map((piece) => piece.text), ...asText].join("\n");
  const failed = isError ?? false;
  return {
    text: failed && text === "" ? "The tool failed and does not say why." : shortenText(text),
    isError: failed,
    // it came over the line as JSON
    ...(isJson && { structured: structuredContent as JsonValue }),
  };
}

function shortenText(text: string): string {
  if (text.length <= longestText) return text;
  const kept = text.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}\n[${(text.length - kept.length).toLocaleString("en-US")} further characters left out]`;
}
