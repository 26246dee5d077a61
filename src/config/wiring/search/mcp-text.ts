/** An MCP server and its tool, before variables are filled in. */
export interface McpText {
  readonly server:
    | { readonly kind: "http"; readonly url: string }
    | {
        readonly kind: "stdio";
        readonly command: string;
        readonly args: readonly string[];
        /** Variables of the program, from words such as `NAME=value` before the command. */
        readonly variables: Readonly<Record<string, string>>;
      };
  /** Undefined: the only tool, or the one called `search`. */
  readonly tool: string | undefined;
}

const quoted = /"([^"]*)"|'([^']*)'/g;
const word = /(?:[^\s"']+|"[^"]*"|'[^']*')+/g;
const assignment = /^([A-Za-z_]\w*)=(.*)$/s;

/** Reads `<command or URL>#<tool>`; a text says what is wrong with it. */
export function readMcpText(text: string): McpText | string {
  const hash = text.lastIndexOf("#");
  const address = (hash < 0 ? text : text.slice(0, hash)).trim();
  const tool = hash < 0 ? undefined : text.slice(hash + 1).trim();
  if (address === "") return 'expected a command or a URL after "mcp:"';
  if (tool === "") return 'expected the name of a tool after "#"';
  if (tool !== undefined && /\s/.test(tool))
    return `expected the name of a tool after "#"; found ${JSON.stringify(tool)}`;
  const server = /^https?:/i.test(address) ? httpServer(address) : program(address);
  return typeof server === "string" ? server : { server, tool };
}

function httpServer(url: string): McpText["server"] | string {
  if (!URL.canParse(url)) return "expected a URL that can be read, such as mcp:https://host/mcp#search";
  const { username, password } = new URL(url);
  if (username !== "" || password !== "") return "a URL with a user or password in it cannot be used";
  return { kind: "http", url };
}

function program(line: string): McpText["server"] | string {
  if (/["']/.test(line.replaceAll(quoted, ""))) return "the command has a quotation mark without its partner";
  const words = (line.match(word) ?? []).map((part) => part.replaceAll(quoted, "$1$2"));
  const start = words.findIndex((part) => !assignment.test(part));
  const [command, ...args] = start < 0 ? [] : words.slice(start);
  if (command === undefined) return "expected a command after the variables";
  const assigned = words.slice(0, start).map((part) => {
    const [, name = "", value = ""] = assignment.exec(part) ?? [];
    return [name, value] as const;
  });
  return { kind: "stdio", command, args, variables: Object.fromEntries(assigned) };
}
