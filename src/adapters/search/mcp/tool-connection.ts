/** A tool as its server lists it. */
export interface ListedTool {
  readonly name: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: unknown;
}

/** What a tool answered. */
export interface ToolReply {
  readonly text: string;
  /** The tool says that it failed; `text` says why. */
  readonly isError: boolean;
  /** Where the tool also answers in JSON. */
  readonly structured?: unknown;
}

/** An open connection to a server with tools. */
export interface ToolConnection {
  listTools(): Promise<readonly ListedTool[]>;
  /** Rejects only when nothing came back: the connection is lost, the time is up, or the caller cancelled. */
  callTool(
    name: string,
    input: object,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<ToolReply>;
  close(): Promise<void>;
}
