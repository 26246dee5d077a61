import type { JsonObject, JsonSchema, JsonValue } from "../base/index.ts";

/** What a model is told about a tool. */
export interface ToolDefinition {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of an object. */
  readonly inputSchema: JsonSchema;
}

/** What a tool gave back. */
export interface ToolOutcome {
  /** What the model reads. */
  readonly text: string;
  /** The tool failed; the agent goes on and may try otherwise. */
  readonly isError: boolean;
  /** The same as JSON, where the tool also gives it so. */
  readonly structured?: JsonValue;
}

/** A tool that an agent can use. */
export interface Tool extends ToolDefinition {
  /** The server that offers it, and its name there. Absent: it is of none. */
  readonly origin?: { readonly server: string; readonly tool: string };
  /**
   * Runs the tool. Trouble of the tool itself is an outcome with `isError`; rejects only when cancelled.
   *
   * @param input what the model wrote, not yet checked against the schema
   */
  call(input: JsonObject, options: { readonly signal: AbortSignal }): Promise<ToolOutcome>;
}

/** Tools that have to be connected first, such as those of MCP servers. Connected once, at the first use. */
export interface ToolSource {
  /** Names of the servers, sorted, as results show them. */
  readonly servers: readonly string[];
  /**
   * The tools, names unique. Throws `TransportError` when a server cannot be reached, `KareninaError` `configuration` when its
   * program is not there or a setting names a tool it does not have.
   */
  tools(options: { readonly signal?: AbortSignal }): Promise<readonly Tool[]>;
  /**
   * Present: some of the servers work in the folder of a task, so each task has a source of its own, for this folder;
   * `tools` has only what the others offer, all of it. Disposing a task's source ends what was started for the task.
   */
  inWorkspace?(workspacePath: string): ToolSource;
  /** Closes the connections; calling it twice is fine. */
  [Symbol.asyncDispose](): Promise<void>;
}
