import { parseMcpServer } from "../../adapters/mcp/index.ts";
import type { ModelConfig } from "../model/model-config.ts";
import { argumentValues } from "./argument-values.ts";
import { isSecretParameter } from "./secret-names.ts";

/** The names of a model's MCP servers whose setting holds a secret itself, and not the name of its variable. */
export function serversWithSecrets({ mcpUrlsDict }: ModelConfig): readonly string[] {
  return Object.entries(mcpUrlsDict ?? {})
    .filter(([name, value]) => holdsSecret(name, value))
    .map(([name]) => name);
}

/** Stands for a value of the environment; letters only, so that an address keeps it as it is. */
const fromEnvironment = "KareninaVariable";

function holdsSecret(name: string, text: string): boolean {
  const variables = [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, variable = ""]) => variable);
  const environment = Object.fromEntries(variables.map((variable) => [variable, fromEnvironment]));
  const read = parseMcpServer(name, text, environment);
  // what cannot be read is refused elsewhere; here it only must not be written down
  if (!read.ok) return /:\/\/[^/\s]*@/.test(text);
  const { server } = read;
  if (server.transport === "http") {
    const { password, searchParams } = new URL(server.url);
    return (
      isOwn(password) || [...searchParams].some(([key, value]) => isSecretParameter(key) && isOwn(value))
    );
  }
  const values = [...Object.entries(server.env ?? {}), ...argumentValues(server.args)];
  return values.some(([key, value]) => isSecretParameter(key) && isOwn(value));
}

const isOwn = (value: string) => value !== "" && !value.includes(fromEnvironment);
