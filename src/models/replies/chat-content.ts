import { type FileBlock, type Message, messageText } from "../../trace/index.ts";

/** A part of a message in the form of OpenAI's chat completions. */
type ChatPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } }
  | { readonly type: "file"; readonly file: { readonly filename: string; readonly file_data: string } };

/** What a message says as OpenAI's chat completions take it: its text, or parts where files go with it. */
export function chatContent(message: Message): string | readonly ChatPart[] {
  if (message.content.every(({ type }) => type !== "file")) return messageText(message);
  return message.content.flatMap((block): readonly ChatPart[] => {
    if (block.type === "text") return [{ type: "text", text: block.text }];
    if (block.type !== "file" || block.data === undefined) return [];
    const url = dataUrl(block, block.data);
    if (block.mediaType.startsWith("image/")) return [{ type: "image_url", image_url: { url } }];
    return [{ type: "file", file: { filename: block.name, file_data: url } }];
  });
}

/** The bytes of a file, in its own URL. */
function dataUrl({ mediaType }: FileBlock, data: Uint8Array): string {
  return `data:${mediaType};base64,${base64(data)}`;
}

/** Bytes in base64. */
export function base64(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
}
