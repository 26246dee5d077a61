import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseSearchTool, searchToolProblem } from "../../config/search-tools/search-tool-spec.ts";
import { httpFaultServer } from "../../mcp/testing/http-fault-server.ts";
import { startTavilyServer } from "../../search/testing/tavily-server.ts";
import { type ConnectSearchOptions, connectSearch } from "./connect-search.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "search-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const outcomesOf = async (
  value: Parameters<typeof connectSearch>[0],
  query = "BCL2",
  options: Partial<ConnectSearchOptions> = {},
) => {
  await using search = await connectSearch(value, { environment: {}, folder, ...options });
  return await search.search([query]);
};
const found = (content: string) => [{ ok: true, results: [{ title: null, content, url: null }] }];
const scripted = [
  { ok: true, results: expect.arrayContaining([expect.objectContaining({ content: "BCL2, time 1" })]) },
];

describe("the setting of a search tool", () => {
  test.each<[string, object]>([
    ["tavily", { kind: "tavily" }],
    [" Tavily ", { kind: "tavily" }],
    ["./search.ts", { kind: "module", path: "./search.ts" }],
    ["/a b/search.MJS", { kind: "module", path: "/a b/search.MJS" }],
    ["mcp:https://host/mcp?v=1#find", { kind: "mcp", server: "https://host/mcp?v=1", tool: "find" }],
    ["MCP:http://h/mcp", { kind: "mcp", server: "http://h/mcp", tool: undefined }],
    [
      'mcp:https://h/mcp -H "X-Team: a#b" # find ',
      { kind: "mcp", server: 'https://h/mcp -H "X-Team: a#b"', tool: "find" },
    ],
    ['mcp:npx s "a # b"', { kind: "mcp", server: 'npx s "a # b"', tool: undefined }],
    [
      `mcp:KEY=$KEY MODE='a b' npx -y "@x/some server"#search`,
      { kind: "mcp", server: `KEY=$KEY MODE='a b' npx -y "@x/some server"`, tool: "search" },
    ],
  ])("%s", (value, spec) => {
    expect(parseSearchTool(value)).toEqual({ ok: true, spec });
    expect(searchToolProblem(value)).toBeNull();
  });

  test.each<[unknown, RegExp]>([
    ["google", /"tavily".*found "google"/],
    ["", /found ""/],
    ["mcp:", /URL or a command line/],
    ["mcp:#search", /URL or a command line/],
    ["mcp:npx server#", /after "#"/],
    ["mcp:npx server#a b", /after "#"/],
    ['mcp:npx "server', /quote " is never closed/],
    ["mcp:npx server ~/data", /only to a shell/],
    ["mcp:npx server {workspace}", /belongs to no task/],
    ["mcp:KEY=1", /command/],
    ["mcp:http://", /URL/],
    ["mcp:https://host/mcp Authorization:x", /expected headers/],
    [3, /function/],
    [null, /function/],
    [{ find: 1 }, /function/],
  ])("%j is a problem", async (value, words) => {
    expect(searchToolProblem(value)).toMatch(words);
    await expect(connectSearch(value as string, { environment: {} })).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringMatching(words),
    });
  });
});

describe("connecting a search tool", () => {
  test("a function and an object from code", async () => {
    expect(searchToolProblem(() => "x")).toBeNull();
    expect(await outcomesOf((query) => `about ${query}`)).toEqual(found("about BCL2"));
    expect(await outcomesOf({ invoke: async (query) => [`about ${query}`] })).toEqual(found("about BCL2"));
  });

  test("a module with a function, and one with an object", async () => {
    const typed = "export default async (query: string): Promise<string> => 'typed ' + query;";
    await writeFile(path.join(folder, "search.ts"), typed);
    expect(await outcomesOf("./search.ts")).toEqual(found("typed BCL2"));
    await writeFile(path.join(folder, "search.mjs"), "export default { run: (query) => 'run ' + query };");
    expect(await outcomesOf(path.join(folder, "search.mjs"))).toEqual(found("run BCL2"));
  });

  test.each([
    ["missing.mjs", undefined, "file_not_found", "does not exist"],
    ["broken.mjs", "export default ((", "file_unreadable", "broken.mjs"],
    ["throws.mjs", "throw new Error('no database');", "file_unreadable", "no database"],
    ["none.mjs", "export const search = () => 1;", "invalid_input", "no default export"],
    ["text.mjs", "export default 'search';", "invalid_input", "string"],
  ])("the module %s is refused at once", async (name, text, code, words) => {
    if (text !== undefined) await writeFile(path.join(folder, name), text);
    await expect(outcomesOf(`./${name}`)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
  });

  test("Tavily with its key, and without", async () => {
    await using server = await startTavilyServer();
    const options = { environment: { TAVILY_API_KEY: "tvly-key-1" }, tavilyBaseUrl: server.url };
    expect(await outcomesOf("Tavily", "BCL2", options)).toEqual(scripted);
    expect(server.requests[0]?.headers.authorization).toBe("Bearer tvly-key-1");
    await expect(
      outcomesOf("tavily", "BCL2", { environment: { TAVILY_API_KEY: " " } }),
    ).rejects.toMatchObject({
      code: "missing_key",
      message: expect.stringContaining("TAVILY_API_KEY"),
    });
  });

  test("an MCP server over HTTP, with a key in a header", async () => {
    await using server = await httpFaultServer({ key: "header-key-1" });
    const environment = { KEY: "header-key-1" };
    const value = `mcp:${server.url} -H "X-Api-Key: $KEY"#echo`;
    expect(await outcomesOf(value, "BCL2", { environment })).toEqual(found("BCL2"));
  });

  test("an MCP server that is a program, with its key", async () => {
    const program = path.resolve(import.meta.dirname, "../../search/testing/mcp-search-program.ts");
    const value = `mcp:SEARCH_KEY=\${KEY} '${process.execPath}' '${program}'#search`;
    const environment = { KEY: "program-secret" };
    expect(await outcomesOf(value, "BCL2", { environment })).toEqual(scripted);
    expect(await outcomesOf(value, "fail", { environment })).toEqual([
      { ok: false, problem: "The search tool failed: refused, key [hidden]" },
    ]);
  });

  test("a variable that is not set is named", async () => {
    await expect(outcomesOf("mcp:https://host/mcp?key=$NO_KEY")).rejects.toMatchObject({
      code: "missing_key",
      message: expect.stringContaining("NO_KEY"),
    });
  });

  test("a tool that does not exist fails each query and names those there are", async () => {
    await using server = await httpFaultServer();
    expect(await outcomesOf(`mcp:${server.url}#find`)).toEqual([
      { ok: false, problem: expect.stringContaining("echo, cut_at_once") },
    ]);
  });
});
