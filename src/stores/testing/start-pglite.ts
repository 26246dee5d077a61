import { once } from "node:events";
import { createServer } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

/** PostgreSQL within this process, reached over a socket as any other; for tests that need no server. */
export async function startPglite(): Promise<AsyncDisposable & { readonly url: string }> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  probe.close();
  const db = await PGlite.create();
  const server = new PGLiteSocketServer({ db, port, host: "127.0.0.1", maxConnections: 20 });
  await server.start();
  return {
    url: `postgres://postgres:s3cret-word@127.0.0.1:${port}/postgres?sslmode=disable`,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await db.close();
    },
  };
}
