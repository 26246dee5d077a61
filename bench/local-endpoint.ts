import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";

/** A local endpoint, as a process of its own. */
export type LocalEndpoint = { readonly url: string } & AsyncDisposable;

/** What an endpoint does beside waiting. */
export interface EndpointBehaviour {
  /** What is told under other addresses, by their path. */
  readonly told: { readonly [path: string]: () => unknown };
  /** The reply to a request, given its body. */
  reply(text: string): string;
  /** A reply is on its way. */
  replied?(): void;
}

/** Serves chat completions, each after a delay, and sends its port to the process that started this one. */
export async function serveEndpoint(delayMs: number, behaviour: EndpointBehaviour): Promise<void> {
  const server = createServer(async (request, response) => {
    const told = behaviour.told[request.url ?? ""];
    if (told !== undefined) return void response.end(JSON.stringify(told()));
    const content = behaviour.reply(await new Response(request as never).text());
    const body = {
      ...{ id: "1", object: "chat.completion", created: 0, model: "bench" },
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    };
    setTimeout(() => {
      behaviour.replied?.();
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    }, delayMs);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  process.send?.(typeof address === "object" && address !== null ? address.port : 0);
}

/** Starts a program with its arguments, which calls {@link serveEndpoint}. */
export async function startEndpoint(program: string, args: readonly string[]): Promise<LocalEndpoint> {
  const child = fork(program, args);
  const [port] = await once(child, "message");
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, "exit");
    },
  };
}
