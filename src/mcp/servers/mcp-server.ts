/** An MCP server and how to reach it. */
export type McpServer = HttpServer | StdioServer;

/** A server reached over HTTP: streamable HTTP, or the older SSE transport where the server knows only that. */
export interface HttpServer {
  /** What results, messages and prefixed tool names call it. */
  readonly name: string;
  readonly transport: "http";
  /** An `http` or `https` URL. Credentials in it are sent as basic authentication and never shown. */
  readonly url: string;
  /** Sent with every request and never shown. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further texts that must not show anywhere. */
  readonly secrets?: readonly string[];
  /** Where a user wrote the server down, for hints. */
  readonly setting?: string;
}

/**
 * A program that is started, as your own user and not sandboxed, and spoken to over its standard input and output. One
 * with `{workspace}` in its arguments, variables or working directory is started for each task, with the task's folder
 * in that place.
 */
export interface StdioServer {
  readonly name: string;
  readonly transport: "stdio";
  /** Looked up in `PATH`; no shell is involved. */
  readonly command: string;
  readonly args: readonly string[];
  /** In addition to the few variables that every program needs, such as `PATH` and `HOME`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory. Default: that of this process. */
  readonly cwd?: string;
  /** Texts that must not show anywhere, beside values of `env` whose names say so. */
  readonly secrets?: readonly string[];
  /** Where a user wrote the server down, for hints. */
  readonly setting?: string;
}
