import { createInterface } from "node:readline";

/** A tool of a server without the protocol's package: all its fields are required and of one type. */
export interface LineTool {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly string[];
  readonly type: "string" | "number";
  /** The text that a call gives; undefined: it is never answered. */
  readonly call: (given: { readonly [field: string]: unknown }) => string | undefined;
}

/** Serves tools on standard input and output, without the protocol's package: a program that does starts in a fifth of the time. */
export function answerLines(server: string, tools: readonly LineTool[]): void {
  const listed = tools.map(({ name, description, fields, type }) => ({
    ...{ name, description },
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(fields.map((field) => [field, { type }])),
      required: fields,
    },
  }));
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const results: { readonly [method: string]: () => object | undefined } = {
      initialize: () => ({
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: server, version: "1" },
      }),
      "tools/list": () => ({ tools: listed }),
      "tools/call": () => {
        const text = tools.find(({ name }) => name === params.name)?.call(params.arguments);
        return text === undefined ? undefined : { content: [{ type: "text", text }] };
      },
    };
    const handle = results[method];
    if (id === undefined) return;
    const result = handle?.();
    if (handle !== undefined && result === undefined) return;
    const reply = handle === undefined ? { error: { code: -32_601, message: `no ${method}` } } : { result };
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
  });
}
