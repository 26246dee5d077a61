import type { McpEndpoint } from "../../../adapters/search/index.ts";
import {
  type FoundSecret,
  KareninaError,
  secretsOfCommand,
  secretsOfServerAddress,
} from "../../../base/index.ts";
import { type Environment, variable } from "../../environment/environment.ts";
import type { McpText } from "./mcp-text.ts";

/** A server that can be connected to, and what of it must not show. */
export interface FilledEndpoint {
  readonly endpoint: McpEndpoint;
  readonly secrets: readonly string[];
}

const reference = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

/**
 * Fills in `$NAME` and `${NAME}` from the environment, so that keys stay out of the configuration.
 *
 * @throws KareninaError `missing_key` naming a variable that is not set.
 */
export function mcpEndpoint(
  server: McpText["server"],
  environment: Environment,
  folder: string | undefined,
): FilledEndpoint {
  const secrets: string[] = [];
  const filled = (text: string, written: (value: string) => string = (value) => value) =>
    text.replaceAll(reference, (_, braced?: string, plain?: string) => {
      const name = braced ?? plain ?? "";
      const value = variable(environment, name);
      if (value === undefined) {
        throw new KareninaError(
          "missing_key",
          `The MCP server of the search needs ${name}, which is not set.`,
          {
            hint: `Set ${name} in the environment.`,
          },
        );
      }
      secrets.push(value);
      return written(value);
    });
  if (server.kind === "http") {
    const url = filled(server.url, encodeURIComponent);
    return { endpoint: { kind: "http", url }, secrets: hidden(secrets, secretsOfServerAddress(url)) };
  }
  const variables = Object.entries(server.variables).map(([name, value]) => [name, filled(value)] as const);
  const endpoint: McpEndpoint = {
    kind: "stdio",
    command: filled(server.command),
    args: server.args.map((argument) => filled(argument)),
    variables: Object.fromEntries(variables),
    folder,
  };
  const words = [...variables.map(([name, value]) => `${name}=${value}`), ...endpoint.args];
  return { endpoint, secrets: hidden(secrets, secretsOfCommand(words)) };
}

const hidden = (filled: readonly string[], found: readonly FoundSecret[]) => [
  ...filled,
  ...found.map(({ value }) => value),
];
