/** A reply whose bytes are no text in the charset that it names; the message completes "answered with status 200 and …". */
export class ForeignBytes extends Error {}

/** The charset of a content type; UTF-8 where it names none. Unlike `Response.text`, which takes every reply for UTF-8. */
export const charsetOf = (contentType: string): string =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";

/**
 * The text of a body, as it comes, without a byte-order mark in front.
 *
 * @throws ForeignBytes for bytes that the charset does not have, and for a charset that is not known.
 */
export async function* textPieces(body: AsyncIterable<Uint8Array>, charset: string): AsyncGenerator<string> {
  const decoder = decoderOf(charset);
  const decode = (part?: Uint8Array): string => {
    try {
      return decoder.decode(part, { stream: part !== undefined });
    } catch (error) {
      throw new ForeignBytes(`a body that is not ${decoder.encoding}, as it says of itself`, {
        cause: error,
      });
    }
  };
  for await (const chunk of body) yield decode(chunk);
  yield decode();
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch (error) {
    throw new ForeignBytes(`a body in the charset ${JSON.stringify(charset)}, which is not known`, {
      cause: error,
    });
  }
}
