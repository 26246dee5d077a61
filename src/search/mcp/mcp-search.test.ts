import path from "node:path";
import { describe, expect, it } from "vitest";
import type { McpServer } from "../../mcp/index.ts";
import { httpFaultServer } from "../../mcp/testing/http-fault-server.ts";
import type { ListedTool } from "../../mcp/tools/listed-tool.ts";
import type { SearchPort } from "../../ports/index.ts";
import { describeSearch } from "../testing/search-contract.ts";
import { chosenTool } from "./chosen-tool.ts";
import { type McpSearchOptions, mcpSearch } from "./mcp-search.ts";

const program = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): McpServer => ({
  ...{ name: "search", transport: "stdio", command: process.execPath, env },
  args: args.length > 0 ? args : [path.resolve(import.meta.dirname, "../testing/mcp-search-program.ts")],
});
const portTo = (server: McpServer, options: Partial<McpSearchOptions> = {}) =>
  mcpSearch({ server, environment: process.env, ...options });
const found = (content: string) => [{ ok: true, results: [{ title: null, content, url: null }] }];
const failed = (problem: string | RegExp) => [{ ok: false, problem: expect.stringMatching(problem) }];

describeSearch({
  name: "MCP",
  async open() {
    const port = portTo(program());
    return { port, [Symbol.asyncDispose]: () => port[Symbol.asyncDispose]() };
  },
});

describe("a real MCP server", () => {
  it("gets its variables; they never show", async () => {
    await using port = portTo(program([], { SEARCH_KEY: "search-secret" }));
    expect(await port.search(["fail"])).toEqual(
      failed("^The search tool failed: refused, key \\[hidden\\]$"),
    );
  });

  it("is asked by the tool and the argument that were chosen", async () => {
    await using port = portTo(program(), { tool: "lookup" });
    expect(await port.search(["nothing"])).toEqual([{ ok: true, results: [] }]);
  });

  it("over HTTP has one session, which ends with the port; a lost one is opened again, unnoticed", async () => {
    await using server = await httpFaultServer();
    const echo = { name: "search", transport: "http", url: server.url } as const;
    {
      await using port = portTo(echo, { tool: "echo" });
      expect(server.openSessions).toBe(0);
      expect(await port.search(["a", "b"])).toEqual([...found("a"), ...found("b")]);
      server.forgetSessions();
      expect(await port.search(["c"])).toEqual(found("c"));
      expect(server.openSessions).toBe(1);
    }
    expect(server.openSessions).toBe(0);
  });

  it("is sent the headers of its setting, and one that asks for them says where they go", async () => {
    await using server = await httpFaultServer({ key: "right-key-1" });
    const locked = { name: "search", transport: "http", url: server.url, setting: "my_setting" } as const;
    const headers = { "x-api-key": "right-key-1" };
    const search = async (target: McpServer, query: string) => {
      await using port: SearchPort = portTo(target, { tool: "echo" });
      return await port.search([query]);
    };
    expect(await search({ ...locked, headers }, "a")).toEqual(found("a"));
    expect(await search(locked, "a")).toEqual(failed(/status 401.*in my_setting, such as -H "Authorization/));
  });

  it.each<[string, McpServer, RegExp]>([
    [
      "a program that does not exist",
      { ...program(), command: "no-such-program" } as McpServer,
      /no-such-program/,
    ],
    [
      "a program that complains and ends",
      program(["-e", "console.error('no licence'); process.exit(3)"]),
      /no licence/,
    ],
    [
      "an address where nothing is",
      { name: "search", transport: "http", url: "http://127.0.0.1:9/mcp?key=k" },
      /127\.0\.0\.1:9\/mcp could/,
    ],
  ])("%s", async (_, server, words) => {
    await using port = portTo(server);
    expect(await port.search(["a", "b"])).toEqual([...failed(words), ...failed(words)]);
  });

  it("that is slow fails the query", async () => {
    await using port = portTo(program(), { timeoutMs: 300 });
    expect(await port.search(["hang"])).toEqual(failed("0.3 s"));
  });
});

const schema = (properties: object, required: readonly string[] = []) => ({
  ...{ type: "object", properties, required },
});
const text = { type: "string" };
const tool = (name: string, inputSchema: object): ListedTool =>
  ({ name, description: "", inputSchema, needsTask: false }) as ListedTool;

describe("the tool that searches", () => {
  it.each<[string, readonly ListedTool[], string | undefined, object]>([
    ["the only one", [tool("find", schema({ query: text }))], undefined, { name: "find", argument: "query" }],
    [
      "the one called search",
      [tool("find", schema({ q: text })), tool("search", schema({ q: text, n: text }))],
      undefined,
      { name: "search", argument: "q" },
    ],
    [
      "the named one",
      [
        tool("search", schema({ q: text })),
        tool("find", schema({ what: text, n: { type: "integer" }, lang: text }, ["what", "n"])),
      ],
      "find",
      { name: "find", argument: "what" },
    ],
  ])("is %s", (_, tools, wanted, chosen) => {
    expect(chosenTool(tools, wanted)).toEqual(chosen);
  });

  it.each<[string, readonly ListedTool[], string | undefined, RegExp]>([
    ["no tool of that name", [tool("find", {})], "search", /no tool "search"; it has find/],
    ["several, none called search", [tool("a", {}), tool("b", {})], undefined, /it has a, b/],
    ["no tools", [], undefined, /none/],
    ["no argument for a query", [tool("a", schema({ x: text, y: text }, ["x", "y"]))], undefined, /x, y/],
    ["no schema", [tool("a", {})], undefined, /no argument/],
  ])("is none where there is %s", (_, tools, wanted, words) => {
    expect(() => chosenTool(tools, wanted)).toThrow(words);
  });
});
