import { hash } from "node:crypto";

/** Lower-case hexadecimal MD5 of the text's UTF-8 bytes. Used for identifiers, never for security. */
export function md5(text: string): string {
  return hash("md5", text);
}

/** Lower-case hexadecimal SHA-256 of bytes, of a text its UTF-8 bytes. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content);
}
