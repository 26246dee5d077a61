// The servers of `fault-server.ts` that are made with the protocol's package.
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";

const [mode = "plain", notes = ""] = process.argv.slice(2);

if (mode === "pages") await servePages();
else if (mode === "chatty") await serveChatty();
else await serve();

async function servePages(): Promise<void> {
  const server = new Server({ name: "pages", version: "1" }, { capabilities: { tools: {} } });
  const inputSchema = { type: "object" } as const;
  const pages = [
    [
      { name: "first", inputSchema },
      { name: "first", inputSchema },
    ],
    [],
    [
      { name: "second", title: "The second", inputSchema },
      { name: "slow", inputSchema, execution: { taskSupport: "required" as const } },
    ],
  ];
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const at = Number(params?.cursor ?? 0);
    return { tools: pages[at] ?? [], ...(at + 1 < pages.length ? { nextCursor: String(at + 1) } : {}) };
  });
  await server.connect(new StdioServerTransport());
}

/** Announces changes that are none, from the first moment on. */
async function serveChatty(): Promise<void> {
  const server = new Server(
    { name: "chatty", version: "1" },
    { capabilities: { tools: { listChanged: true } } },
  );
  const inputSchema = { type: "object" } as const;
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    appendFileSync(notes, "listed\n");
    await server.sendToolListChanged();
    return { tools: ["announce", "search"].map((name) => ({ name, inputSchema })) };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (params.name === "announce") await server.sendToolListChanged();
    return { content: [{ type: "text", text: "done" }] };
  });
  server.oninitialized = () => void server.sendToolListChanged();
  await server.connect(new StdioServerTransport());
}

async function serve(): Promise<void> {
  if (notes !== "") appendFileSync(notes, "started\n");
  const server = new McpServer({ name: "faults", version: "1" });

  server.registerTool(
    "search",
    { description: "Searches.", inputSchema: { query: z.string() } },
    ({ query }) => ({
      content: [{ type: "text", text: `${mode} found ${query}` }],
    }),
  );
  server.registerTool("crash_once", {}, () => {
    const before = `${notes}.crashed`;
    if (existsSync(before)) return { content: [{ type: "text", text: "alive" }] };
    writeFileSync(before, "");
    process.stderr.write("out of memory\n");
    process.exit(7);
  });
  server.registerTool("leave", {}, () => {
    setTimeout(() => process.exit(0), 20);
    return { content: [{ type: "text", text: String(process.pid) }] };
  });
  server.registerTool("hang", {}, async (extra) => {
    appendFileSync(notes, "called\n");
    extra.signal.addEventListener("abort", () => appendFileSync(notes, "cancelled\n"));
    return await new Promise<never>(() => undefined);
  });
  server.registerTool("huge", {}, () => ({ content: [{ type: "text", text: "ab".repeat(1_000_000) }] }));
  server.registerTool("fail", {}, () => ({
    isError: true,
    content: [{ type: "text", text: "no such row" }],
  }));
  server.registerTool("more_tools", {}, () => {
    server.registerTool("late", {}, () => ({ content: [] }));
    return { content: [{ type: "text", text: "now there is one more" }] };
  });
  server.registerTool("environment", {}, () => ({
    content: [{ type: "text", text: JSON.stringify(process.env) }],
  }));
  process.stdout.write("a line that is no message\n");
  await server.connect(new StdioServerTransport());
}
