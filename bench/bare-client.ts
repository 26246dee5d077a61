// So many calls of a model's server by a pooled client and nothing else.
//   node bench/bare-client.ts BASE_URL CALLS IN_FLIGHT
import { Pool } from "undici";

const [baseUrl = "", calls = "1000", inFlight = "100"] = process.argv.slice(2);
const pool = new Pool(new URL(baseUrl).origin, { connections: Number(inFlight), pipelining: 1 });
let next = 0;
await Promise.all(
  Array.from({ length: Number(inFlight) }, async () => {
    while (next < Number(calls)) {
      next += 1;
      const content =
        `What is known about compound ${next}, its target, its dose and how far it has come? `.repeat(10);
      const reply = await pool.request({
        ...{ path: "/v1/chat/completions", method: "POST" },
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: "bench", messages: [{ role: "user", content }] }),
      });
      await reply.body.json();
    }
  }),
);
await pool.close();
process.disconnect?.();
