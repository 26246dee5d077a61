import { maskGiven, maskSecrets } from "../../models/http/index.ts";
import type { McpServer } from "./mcp-server.ts";

/** A setting by its name: a header, a part of a URL, or a variable. */
type Setting = readonly [name: string, value: string];

/** Shorter ones would hide ordinary words. */
const shortestSecret = 6;
const secretName = /key|token|secret|passw|credential|auth|cookie/i;

/** A message without anything of the server's headers, credentials and variables, or of the shape of a credential. */
export function maskedMessage(server: McpServer, text: string): string {
  const settings = settingsOf(server).map(([, value]) => value);
  return maskSecrets(maskGiven(text, longEnough(settings), shortestSecret));
}

/** What a tool gave back, without settings of the server that are secret by their name; the rest stays as it is. */
export function maskedOutput(server: McpServer, text: string): string {
  const secrets = settingsOf(server).flatMap(([name, value]) => (secretName.test(name) ? [value] : []));
  return maskGiven(text, longEnough(secrets), shortestSecret);
}

function settingsOf(server: McpServer): readonly Setting[] {
  const declared = (server.secrets ?? []).map((secret): Setting => ["secret", secret]);
  if (server.transport === "stdio") return [...declared, ...Object.entries(server.env ?? {})];
  const { username, password, searchParams } = new URL(server.url);
  return [
    ...declared,
    ...Object.entries(server.headers ?? {}).flatMap(([name, value]): readonly Setting[] =>
      // also without the word "Bearer" or "Basic" in front
      [value, ...value.split(/\s+/).slice(1)].map((part) => [name, part]),
    ),
    ["user", decoded(username)],
    ["password", decoded(password)],
    ...searchParams.entries(),
  ];
}

const longEnough = (secrets: readonly string[]) => secrets.filter(({ length }) => length >= shortestSecret);

/** Without percent escapes; as it stands where they are none. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
