import { searchToolSettings } from "../verification/search-tool.ts";
import type { VerificationConfig } from "../verification/verification-config.ts";
import { parseSearchTool } from "../wiring/search.ts";
import { argumentValues } from "./argument-values.ts";
import { isSecretParameter } from "./secret-names.ts";

/** The settings whose search tool holds a key itself, and not the name of its variable. */
export function searchToolsWithSecrets(
  config: VerificationConfig,
): readonly (typeof searchToolSettings)[number][] {
  return searchToolSettings.filter((name) => holdsSecret(config[name]));
}

function holdsSecret(tool: unknown): boolean {
  const read = parseSearchTool(tool);
  if (!read.ok || read.spec.kind !== "mcp") return false;
  const { server } = read.spec;
  const values =
    server.kind === "http"
      ? [...new URL(server.url).searchParams]
      : [...Object.entries(server.variables), ...argumentValues(server.args)];
  return values.some(([name, value]) => isSecretParameter(name) && !value.startsWith("$"));
}
