import {
  basicCredentials,
  decodePercent,
  type FoundSecret,
  mapTexts,
  maskedError,
  maskGiven,
  maskSecrets,
  secretsOfCommand,
  secretsOfServerAddress,
} from "../../base/index.ts";
import type { ToolOutcome } from "../../ports/index.ts";
import type { McpServer } from "./mcp-server.ts";

/** Shorter ones would hide ordinary words. */
const shortestSecret = 6;

/** The secrets that stand in a server's own settings, by their names or by what they look like. */
export function secretsOfServer(server: McpServer): readonly FoundSecret[] {
  if (server.transport === "http") {
    const headers = Object.entries(server.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
    return [...secretsOfServerAddress(server.url), ...secretsOfCommand(headers)];
  }
  const variables = Object.entries(server.env ?? {}).map(([name, value]) => `${name}=${value}`);
  return secretsOfCommand([...variables, server.command, ...server.args]);
}

/** Everything that no message, recording or log may show of a server. */
export function hiddenTexts(server: McpServer): readonly string[] {
  const credentials = server.transport === "http" ? basicCredentials(new URL(server.url)) : undefined;
  return [
    ...(server.secrets ?? []),
    ...secretsOfServer(server).map(({ value }) => value),
    // a server is sent them in this form, and may repeat it
    ...(credentials === undefined ? [] : [credentials]),
  ];
}

/** A message without anything of the server's headers, credentials and variables, or of the shape of a credential. */
export function maskedMessage(server: McpServer, text: string): string {
  return maskSecrets(maskGiven(text, everySetting(server), shortestSecret));
}

/** The same for an error that becomes the cause of another. */
export function maskedCause(server: McpServer, error: unknown): unknown {
  return maskedError(
    error,
    everySetting(server).filter(({ length }) => length >= shortestSecret),
  );
}

/** What a tool gave back, without the server's secrets; the rest stays as it is. */
export function maskedOutcome(server: McpServer, { text, isError, structured }: ToolOutcome): ToolOutcome {
  const secrets = hiddenTexts(server);
  const hidden = (said: string) => maskGiven(said, secrets, shortestSecret);
  return {
    text: hidden(text),
    isError,
    ...(structured !== undefined && { structured: mapTexts(structured, hidden) }),
  };
}

/** The values of all settings in which a secret can be that does not look like one. */
function everySetting(server: McpServer): readonly string[] {
  if (server.transport === "stdio") return [...hiddenTexts(server), ...Object.values(server.env ?? {})];
  const { username, password, searchParams } = new URL(server.url);
  // also without the word "Bearer" or "Basic" in front
  const headers = Object.values(server.headers ?? {}).flatMap((value) => [
    value,
    ...value.split(/\s+/).slice(1),
  ]);
  return [
    ...hiddenTexts(server),
    ...headers,
    decodePercent(username),
    decodePercent(password),
    ...searchParams.values(),
  ];
}
