import path from "node:path";
import { describe, expect, it } from "vitest";
import { startMcpHttpServer } from "../testing/mcp-http-server.ts";
import { scriptedSearch } from "../testing/scripted-search.ts";
import { describeSearch } from "../testing/search-contract.ts";
import { connectMcp, type McpEndpoint } from "./connect-mcp.ts";
import { type McpSearchOptions, mcpSearch } from "./mcp-search.ts";
import type { ListedTool, ToolReply } from "./tool-connection.ts";

const program = (variables: Readonly<Record<string, string>> = {}): McpEndpoint => ({
  kind: "stdio",
  command: process.execPath,
  args: [path.resolve(import.meta.dirname, "../testing/mcp-search-program.ts")],
  variables,
});
const portTo = (endpoint: McpEndpoint, options: Partial<McpSearchOptions> = {}) =>
  mcpSearch({ connect: (limits) => connectMcp(endpoint, limits), ...options });

describeSearch({
  name: "MCP over standard input and output",
  async open() {
    const port = portTo(program());
    return { port, [Symbol.asyncDispose]: () => port[Symbol.asyncDispose]() };
  },
});

describeSearch({
  name: "MCP over HTTP",
  async open() {
    const server = await startMcpHttpServer();
    const port = portTo({ kind: "http", url: server.url });
    return {
      port,
      async [Symbol.asyncDispose]() {
        await port[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
});

describe("a real MCP server", () => {
  it("gets its variables; they never show", async () => {
    await using port = portTo(program({ SEARCH_KEY: "search-secret" }), { secrets: ["search-secret"] });
    expect(await port.search(["fail"])).toEqual([
      { ok: false, problem: "The search tool failed: refused, key [hidden]" },
    ]);
  });

  it("is asked by the tool and the argument that were chosen", async () => {
    await using server = await startMcpHttpServer();
    await using port = portTo({ kind: "http", url: server.url }, { tool: "lookup" });
    expect(await port.search(["nothing"])).toEqual([{ ok: true, results: [] }]);
  });

  it("has one session, which ends with the port; a lost one is opened again", async () => {
    await using server = await startMcpHttpServer();
    {
      await using port = portTo({ kind: "http", url: server.url });
      expect(server.sessions).toBe(0);
      await port.search(["a", "b"]);
      await port.search(["c"]);
      expect(server.sessions).toBe(1);
      server.restart();
      expect(await port.search(["d"])).toEqual([{ ok: false, problem: expect.anything() }]);
      expect(await port.search(["d"])).toEqual([expect.objectContaining({ ok: true })]);
    }
    expect(server.sessions).toBe(0);
  });

  it.each<[string, McpEndpoint, RegExp]>([
    ["a program that does not exist", { ...program(), command: "no-such-program" } as McpEndpoint, /ENOENT/],
    [
      "a program that complains and ends",
      { ...program(), args: ["-e", "console.error('no licence'); process.exit(3)"] } as McpEndpoint,
      /no licence/,
    ],
    [
      "an address where nothing is",
      { kind: "http", url: "http://127.0.0.1:9/mcp?key=k" },
      /127\.0\.0\.1:9\/mcp could/,
    ],
  ])("%s", async (_, endpoint, words) => {
    await using port = portTo(endpoint);
    const outcomes = await port.search(["a", "b"]);
    expect(outcomes).toEqual(outcomes.map(() => ({ ok: false, problem: expect.stringMatching(words) })));
  });
});

const schema = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});
const text = { type: "string" };

/** A connection that keeps what it was asked. */
function fake(tools: readonly ListedTool[], reply: () => Promise<ToolReply>) {
  const calls: [string, object][] = [];
  const counts = { opened: 0, closed: 0 };
  const answer = scriptedSearch();
  const connect: McpSearchOptions["connect"] = async () => {
    counts.opened += 1;
    return {
      listTools: async () => tools,
      callTool: (name, input) => {
        calls.push([name, input]);
        answer(name);
        return reply();
      },
      close: async () => {
        counts.closed += 1;
      },
    };
  };
  return { calls, counts, connect };
}
const ok = async () => ({ text: "found", isError: false });

describe("mcpSearch", () => {
  it.each<[string, readonly ListedTool[], string | undefined, [string, object]]>([
    [
      "the only tool",
      [{ name: "find", inputSchema: schema({ query: text }) }],
      undefined,
      ["find", { query: "x" }],
    ],
    [
      "the tool called search",
      [
        { name: "find", inputSchema: schema({ q: text }) },
        { name: "search", inputSchema: schema({ q: text, n: text }) },
      ],
      undefined,
      ["search", { q: "x" }],
    ],
    [
      "the named one",
      [
        { name: "search", inputSchema: schema({ q: text }) },
        {
          name: "find",
          inputSchema: schema({ what: text, n: { type: "integer" }, lang: text }, ["what", "n"]),
        },
      ],
      "find",
      ["find", { what: "x" }],
    ],
  ])("asks %s", async (_, tools, tool, call) => {
    const { calls, connect } = fake(tools, ok);
    await using port = mcpSearch({ connect, tool });
    expect(await port.search(["x"])).toEqual([
      { ok: true, results: [{ title: null, content: "found", url: null }] },
    ]);
    expect(calls).toEqual([call]);
  });

  it.each<[string, readonly ListedTool[], string | undefined, RegExp]>([
    ["no tool of that name", [{ name: "find", inputSchema: {} }], "search", /no tool "search"; it has find/],
    [
      "several, none called search",
      [
        { name: "a", inputSchema: {} },
        { name: "b", inputSchema: {} },
      ],
      undefined,
      /it has a, b/,
    ],
    ["no tools", [], undefined, /none/],
    [
      "no argument for a query",
      [{ name: "a", inputSchema: schema({ x: text, y: text }, ["x", "y"]) }],
      undefined,
      /x, y/,
    ],
    ["no schema", [{ name: "a", inputSchema: null }], undefined, /no argument/],
  ])("%s: every query fails, connecting once", async (_, tools, tool, words) => {
    const { counts, connect } = fake(tools, ok);
    await using port = mcpSearch({ connect, tool });
    for (const query of ["x", "y"]) {
      expect(await port.search([query])).toEqual([{ ok: false, problem: expect.stringMatching(words) }]);
    }
    expect(counts).toEqual({ opened: 1, closed: 1 });
  });

  const tools = [{ name: "search", inputSchema: schema({ query: text }) }];

  it.each<[ToolReply, unknown]>([
    [
      { text: "x", isError: false, structured: { result: [{ content: "s" }] } },
      { ok: true, results: [{ title: null, content: "s", url: null }] },
    ],
    [
      { text: "x", isError: false, structured: { count: 1 } },
      { ok: true, results: [{ title: null, content: "x", url: null }] },
    ],
    [
      { text: " ", isError: false },
      { ok: false, problem: expect.stringContaining("blank") },
    ],
    [
      { text: "quota", isError: true, structured: [] },
      { ok: false, problem: "The search tool failed: quota" },
    ],
  ])("reads %j", async (reply, outcome) => {
    await using port = mcpSearch({ connect: fake(tools, async () => reply).connect });
    expect(await port.search(["x"])).toEqual([outcome]);
  });

  it("a lost connection is closed when nobody uses it; a slow tool loses nothing", async () => {
    const lost = fake(tools, () => Promise.reject(new Error("broken pipe")));
    await using port = mcpSearch({ connect: lost.connect });
    const outcomes = await port.search(["x", "y"]);
    expect(outcomes).toEqual(outcomes.map(() => ({ ok: false, problem: "broken pipe" })));
    expect(lost.counts).toEqual({ opened: 1, closed: 1 });

    const slow = fake(tools, () => new Promise(() => undefined));
    await using patient = mcpSearch({ connect: slow.connect, timeoutMs: 10 });
    await patient.search(["x"]);
    expect(await patient.search(["x"])).toEqual([
      { ok: false, problem: expect.stringContaining("within 0.01 s") },
    ]);
    expect(slow.counts).toEqual({ opened: 1, closed: 0 });
  });
});
