/**
 * Compares HTTP clients for POST {base}/chat/completions against a local server with fixed latency in its own
 * process: CPU per request, wall time against the ideal, and time to import.
 *
 * Run: node bench/http-clients.ts [requests per client, default 3000]
 */
import { fork, spawnSync } from "node:child_process";
import { createServer, Agent as HttpAgent, request as httpRequest } from "node:http";
import { fileURLToPath, pathToFileURL } from "node:url";
import { systemMessage, userMessage } from "../src/trace/index.ts";

const latencyMs = 50;
const inFlight = 100;
const thisFile = fileURLToPath(import.meta.url);

type Send = (body: string) => Promise<string>;

interface Client {
  readonly name: string;
  /** What a program has to import before the first request; absent where that is more than the client. */
  readonly imports?: readonly string[];
  open(baseUrl: string): Promise<{ readonly send: Send; close(): Promise<void> }>;
}

const messages = [
  { role: "system", content: "You are a judge. ".repeat(40) },
  { role: "user", content: "What is the putative target of venetoclax? ".repeat(60) },
];
const requestBody = JSON.stringify({ model: "bench", messages, temperature: 0 });
const replyBody = JSON.stringify({
  id: "bench",
  object: "chat.completion",
  created: 0,
  model: "bench",
  choices: [
    {
      index: 0,
      finish_reason: "stop",
      message: { role: "assistant", content: "The target is BCL2. ".repeat(40) },
    },
  ],
  usage: { prompt_tokens: 400, completion_tokens: 200, total_tokens: 600 },
});

function textOfReply(body: string): string {
  const reply: { choices: readonly { message: { content: string } }[] } = JSON.parse(body);
  return reply.choices[0]?.message.content ?? "";
}

const clients: readonly Client[] = [
  {
    name: "undici Pool.request",
    imports: ["undici"],
    async open(baseUrl) {
      const { Pool } = await import("undici");
      const pool = new Pool(new URL(baseUrl).origin, { connections: 1024, pipelining: 1 });
      return {
        send: async (body) => {
          const reply = await pool.request({
            path: "/v1/chat/completions",
            method: "POST",
            headers: { "content-type": "application/json" },
            body,
          });
          return textOfReply(await reply.body.text());
        },
        close: () => pool.close(),
      };
    },
  },
  {
    name: "undici Agent.request",
    imports: ["undici"],
    async open(baseUrl) {
      const { Agent, request } = await import("undici");
      const dispatcher = new Agent({ connections: 1024, pipelining: 1 });
      return {
        send: async (body) => {
          const reply = await request(`${baseUrl}/chat/completions`, {
            dispatcher,
            method: "POST",
            headers: { "content-type": "application/json" },
            body,
          });
          return textOfReply(await reply.body.text());
        },
        close: () => dispatcher.close(),
      };
    },
  },
  {
    name: "node:http keep-alive Agent",
    imports: ["node:http"],
    async open(baseUrl) {
      const agent = new HttpAgent({
        keepAlive: true,
        maxSockets: 1024,
        maxFreeSockets: 1024,
        scheduling: "lifo",
      });
      const url = new URL(`${baseUrl}/chat/completions`);
      return {
        send: (body) =>
          new Promise((resolve, reject) => {
            const outgoing = httpRequest(
              url,
              {
                agent,
                method: "POST",
                headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
              },
              (incoming) => {
                const chunks: Buffer[] = [];
                incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
                incoming.on("error", reject);
                incoming.on("end", () => resolve(textOfReply(Buffer.concat(chunks).toString("utf8"))));
              },
            );
            outgoing.on("error", reject);
            outgoing.end(body);
          }),
        close: async () => agent.destroy(),
      };
    },
  },
  {
    name: "Node's own fetch",
    imports: [],
    async open(baseUrl) {
      return {
        send: async (body) => {
          const reply = await fetch(`${baseUrl}/chat/completions`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body,
          });
          return textOfReply(await reply.text());
        },
        close: async () => undefined,
      };
    },
  },
  {
    name: "ai + @ai-sdk/openai",
    imports: ["ai", "@ai-sdk/openai"],
    async open(baseUrl) {
      const [{ generateText }, { createOpenAI }] = await Promise.all([
        import("ai"),
        import("@ai-sdk/openai"),
      ]);
      const model = createOpenAI({ baseURL: baseUrl, apiKey: "bench" }).chat("bench");
      const [system, user] = messages;
      return {
        send: async () => {
          const { text } = await generateText({
            model,
            instructions: system?.content ?? "",
            prompt: user?.content ?? "",
            temperature: 0,
            maxRetries: 0,
          });
          return text;
        },
        close: async () => undefined,
      };
    },
  },
];

/** The adapter itself: what a call costs with everything this program adds. */
const adapter: Client = {
  name: "createOpenAiEndpointLlm",
  async open(baseUrl) {
    const { createOpenAiEndpointLlm } = await import("../src/models/openai-endpoint/llm.ts");
    const llm = createOpenAiEndpointLlm({ baseUrl, modelName: "bench", temperature: 0, timeoutMs: 120_000 });
    const [system, user] = messages;
    const asked = [systemMessage(system?.content ?? ""), userMessage(user?.content ?? "")];
    return {
      send: async () => (await llm.generate({ messages: asked })).text,
      close: () => llm[Symbol.asyncDispose](),
    };
  },
};

async function inParallel(send: Send, count: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      if ((await send(requestBody)) === "") throw new Error("the bench server sent an empty reply");
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

/** Median of three imports, each in a fresh process. */
function importMs(specifiers: readonly string[]): number {
  const source = `const start = performance.now(); ${specifiers
    .map((specifier) => `await import(${JSON.stringify(specifier)});`)
    .join(" ")} process.stdout.write(String(performance.now() - start));`;
  const times = Array.from({ length: 3 }, () =>
    Number(
      spawnSync(process.execPath, ["--input-type=module", "-e", source], {
        cwd: fileURLToPath(new URL("..", import.meta.url)),
        encoding: "utf8",
      }).stdout,
    ),
  ).sort((left, right) => left - right);
  return times[1] ?? Number.NaN;
}

async function measure(client: Client, baseUrl: string, count: number): Promise<string> {
  const { send, close } = await client.open(baseUrl);
  await inParallel(send, 500);
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  await inParallel(send, count);
  const wallMs = performance.now() - start;
  const cpu = process.cpuUsage(cpuBefore);
  await close();
  const cpuMs = (cpu.user + cpu.system) / 1000 / count;
  const idealMs = (count / inFlight) * latencyMs;
  const columns = [
    client.name,
    `${cpuMs.toFixed(3)} ms`,
    `${(wallMs / idealMs).toFixed(2)} ×`,
    client.imports === undefined ? "" : `${importMs(client.imports).toFixed(0)} ms`,
  ];
  return `| ${columns.join(" | ")} |`;
}

function serve(): void {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on("end", () => {
      setTimeout(() => {
        outgoing.writeHead(200, { "content-type": "application/json" });
        outgoing.end(replyBody);
      }, latencyMs);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" && address !== null ? address.port : 0);
  });
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 3000);
  const server = fork(thisFile, ["--serve"]);
  try {
    const port = await new Promise<unknown>((resolve) => server.once("message", resolve));
    console.log(
      `${count} requests, ${inFlight} in flight, ${latencyMs} ms latency, Node ${process.version}\n`,
    );
    console.log("| client | CPU per request | wall / ideal | import |\n|---|---|---|---|");
    for (const client of [...clients, adapter])
      console.log(await measure(client, `http://127.0.0.1:${String(port)}/v1`, count));
  } finally {
    server.kill();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (process.argv.includes("--serve")) serve();
  else await main();
}
