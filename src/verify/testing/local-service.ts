import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A service that answers as `reply` says, and keeps what it was asked; it is closed at the end of the test. */
export async function localService(reply: (response: ServerResponse, asked: Asked, count: number) => void) {
  const asked: Asked[] = [];
  let open = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    response.once("close", () => {
      open -= 1;
    });
    const body = (await Array.fromAsync(request)).join("");
    const one = { method: request.method, url: request.url, headers: request.headers, body };
    asked.push(one);
    reply(response, one, asked.length);
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("expected a port");
  return { url: `http://127.0.0.1:${address.port}`, asked, open: () => open, close };
}
