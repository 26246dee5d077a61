import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

/** A reference server as a process of its own. */
export interface ReferenceHttpServer extends AsyncDisposable {
  readonly port: number;
  /** Ends the process and starts another one at the same port, which knows no session of the first. */
  restart(): Promise<void>;
}

/** Starts the reference server that has every feature, over HTTP at a free port. */
export async function referenceHttpServer(mode: "streamableHttp" | "sse"): Promise<ReferenceHttpServer> {
  const program = join(import.meta.dirname, "../../../node_modules/.bin/mcp-server-everything");
  const port = await freePort();
  const start = async () => {
    const child = spawn(process.execPath, [program, mode], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    await new Promise<void>((resolve) => {
      child.stderr.on("data", (chunk) => {
        if (String(chunk).includes(String(port))) resolve();
      });
    });
    return child;
  };
  let child = await start();
  const stop = async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return {
    port,
    async restart() {
      await stop();
      child = await start();
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
