import { decodePercent } from "./decode-percent.ts";

/**
 * The user and password of an address as basic authentication sends them, RFC 7617: Base64 of `user:password`. Undefined where it has
 * none.
 *
 * @param address whose parts may be percent-encoded, as those of a `URL` are
 */
export function basicCredentials({
  username,
  password,
}: Readonly<Pick<URL, "username" | "password">>): string | undefined {
  if (username === "" && password === "") return undefined;
  return Buffer.from(`${decodePercent(username)}:${decodePercent(password)}`).toString("base64");
}
