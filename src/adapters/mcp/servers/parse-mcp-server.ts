import type { McpServer } from "./mcp-server.ts";
import { splitCommandLine } from "./split-command-line.ts";

/** A server, or what is wrong with its setting. */
export type ParsedMcpServer =
  | { readonly ok: true; readonly server: McpServer }
  | { readonly ok: false; readonly problem: string };

const variable = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;
const assignment = /^([A-Za-z_]\w*)=/;

/**
 * Reads one entry of `mcp_urls_dict`: an `http` or `https` URL, or the command line of a program to start, which may
 * begin with variables for that program. A command line is split into words as a shell would, with quotes and
 * backslashes, but no shell runs it: `~`, wildcards, pipes and redirections are refused unless quoted. `$NAME` and
 * `${NAME}` are filled in from the environment, so that keys stay out of the setting; what came from there never shows.
 *
 * @param environment where variables are looked up. Default: none is set.
 * @example
 * parseMcpServer("weather", "https://weather.example/mcp?key=$WEATHER_KEY", process.env);
 * parseMcpServer("files", "npx -y @modelcontextprotocol/server-filesystem '/data/my files'");
 * parseMcpServer("issues", "ISSUE_TOKEN=$ISSUE_TOKEN issue-server --read-only", process.env);
 */
export function parseMcpServer(
  name: string,
  value: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): ParsedMcpServer {
  const failed = (problem: string): ParsedMcpServer => ({
    ok: false,
    problem: `MCP server "${name}": ${problem}`,
  });
  if (name.trim() === "") return failed("expected a name, found nothing");
  const secrets: string[] = [];
  const missing: string[] = [];
  const fill = (variableName: string): string => {
    const filled = environment[variableName] ?? "";
    (filled === "" ? missing : secrets).push(filled === "" ? variableName : filled);
    return filled;
  };
  const text = value.trim();
  const read = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? httpServer(name, text, fill)
    : program(name, text, fill);
  if (missing.length > 0) return failed(`the environment variable ${missing.join(", ")} is not set`);
  if (typeof read === "string") return failed(read);
  return { ok: true, server: secrets.length === 0 ? read : { ...read, secrets } };
}

function httpServer(name: string, text: string, fill: (name: string) => string): McpServer | string {
  const filled = text.replaceAll(variable, (_, braced?: string, open?: string) =>
    encodeURIComponent(fill(braced ?? open ?? "")),
  );
  const url = URL.canParse(filled) ? new URL(filled) : undefined;
  if (url !== undefined && ["http:", "https:"].includes(url.protocol))
    return { name, transport: "http", url: url.href };
  const found = url === undefined ? "a URL that cannot be read" : `a URL that begins with ${url.protocol}//`;
  return `expected an http or https URL or a command line, found ${found}`;
}

function program(name: string, text: string, fill: (name: string) => string): McpServer | string {
  const split = splitCommandLine(text, fill);
  if (!split.ok) return split.problem;
  const start = split.words.findIndex(({ bare }) => !assignment.test(bare));
  const [command, ...args] = start < 0 ? [] : split.words.slice(start).map((word) => word.text);
  if (command === undefined || command === "") return "expected a URL or a command line, found no command";
  const variables = split.words.slice(0, start).map((word): readonly [string, string] => {
    const end = word.text.indexOf("=");
    return [word.text.slice(0, end), word.text.slice(end + 1)];
  });
  const env = variables.length === 0 ? {} : { env: Object.fromEntries(variables) };
  return { name, transport: "stdio", command, args, ...env };
}
