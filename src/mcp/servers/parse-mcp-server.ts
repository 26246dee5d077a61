import { readHeaders } from "./http-headers.ts";
import type { McpServer } from "./mcp-server.ts";
import { splitCommandLine, variablePattern } from "./split-command-line.ts";
import { workspacePlaceholder } from "./workspace-server.ts";

/** A server, or what is wrong with its setting. */
type ParsedMcpServer =
  | { readonly ok: true; readonly server: McpServer }
  | { readonly ok: false; readonly problem: string };

const assignment = /^([A-Za-z_]\w*)=/;

/**
 * Reads one entry of `mcp_urls_dict`, or the server of a search: an `http` or `https` URL, which headers may follow in
 * the way of `curl`, or the command line of a program to start, which may begin with variables for that program; `PWD`
 * is its working directory. A command line is split into words as a shell would, with quotes and backslashes, but no
 * shell runs it: `~`, wildcards, pipes and redirections are refused unless quoted. `$NAME` and `${NAME}` are filled in
 * from the environment, so that keys stay out of the setting; what came from there never shows. `{workspace}` is left
 * for the folder of a task.
 *
 * @param environment where variables are looked up. Default: none is set.
 * @param site begins what is wrong with it
 * @example
 * parseMcpServer("weather", "https://weather.example/mcp?key=$WEATHER_KEY", process.env);
 * parseMcpServer("github", 'https://api.githubcopilot.com/mcp/ -H "Authorization: Bearer $GITHUB_TOKEN"', process.env);
 * parseMcpServer("files", "npx -y @modelcontextprotocol/server-filesystem {workspace}");
 * parseMcpServer("issues", "ISSUE_TOKEN=$ISSUE_TOKEN issue-server --read-only", process.env);
 */
export function parseMcpServer(
  name: string,
  value: string,
  environment: Readonly<Record<string, string | undefined>> = {},
  site = `MCP server "${name}"`,
): ParsedMcpServer {
  const rejectServer = (problem: string): ParsedMcpServer => ({
    ok: false,
    problem: `${site}: ${problem}`,
  });
  if (name.trim() === "") return rejectServer("expected a name, found nothing");
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
  if (missing.length > 0) return rejectServer(`the environment variable ${missing.join(", ")} is not set`);
  if (typeof read === "string") return rejectServer(read);
  return { ok: true, server: secrets.length === 0 ? read : { ...read, secrets } };
}

/** The same value for every variable that a text names: for reading a setting before it is known what is set. */
export function namedVariables(text: string, value: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(variablePattern)].map(([, braced, open]) => [braced ?? open ?? "", value]),
  );
}

function httpServer(name: string, text: string, fill: (name: string) => string): McpServer | string {
  const [address = "", further = ""] = text.split(/(?<=^\S+)\s+/);
  const filled = address.replaceAll(variablePattern, (_, braced?: string, open?: string) =>
    encodeURIComponent(fill(braced ?? open ?? "")),
  );
  const url = URL.canParse(filled) ? new URL(filled) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    const found =
      url === undefined ? "a URL that cannot be read" : `a URL that begins with ${url.protocol}//`;
    return `expected an http or https URL or a command line, found ${found}`;
  }
  if (text.includes(workspacePlaceholder))
    return `${workspacePlaceholder} is for programs that are started here; a server at a URL knows no folder of this machine`;
  const headers = readHeaders(further, fill);
  if (typeof headers === "string") return headers;
  return {
    ...{ name, transport: "http", url: url.href },
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function program(name: string, text: string, fill: (name: string) => string): McpServer | string {
  const split = splitCommandLine(text, fill);
  if (!split.ok) return split.problem;
  const start = split.words.findIndex(({ bare }) => !assignment.test(bare));
  const [command, ...args] = start < 0 ? [] : split.words.slice(start).map((word) => word.text);
  if (command === undefined || command === "") return "expected a URL or a command line, found no command";
  if (command.includes(workspacePlaceholder))
    return `the program cannot be one of ${workspacePlaceholder}: what a task's folder holds is not yours to start`;
  const variables = split.words.slice(0, start).map((word): readonly [string, string] => {
    const end = word.text.indexOf("=");
    return [word.text.slice(0, end), word.text.slice(end + 1)];
  });
  const env = Object.fromEntries(variables);
  return {
    ...{ name, transport: "stdio", command, args },
    ...(variables.length > 0 && { env }),
    ...(env.PWD !== undefined && { cwd: env.PWD }),
  };
}
