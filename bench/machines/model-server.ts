// A model for trials with several machines: answers after a delay, and knows how often it was asked the same.
// Its answers name the number in the question; as a judge it fills in what the answer names.
import { createHash } from "node:crypto";
import { createServer } from "node:http";

const delayMs = Number(process.argv[2] ?? 0);
const asked = new Map<string, number>();
let inFlight = 0;
let mostInFlight = 0;

const server = createServer(async (request, response) => {
  if (request.url === "/counts") {
    const calls = [...asked.values()].reduce((sum, times) => sum + times, 0);
    return void response.end(
      JSON.stringify({ calls, different: asked.size, repeated: calls - asked.size, mostInFlight }),
    );
  }
  if (request.url === "/forget") {
    asked.clear();
    mostInFlight = 0;
    return void response.end("{}");
  }
  if (request.method !== "POST") return void response.end(JSON.stringify({ data: [{ id: "m" }] }));
  const text = await new Response(request as never).text();
  const key = createHash("sha1").update(text).digest("base64");
  // a probe before the first task is no task's call
  if (/number \d+/.test(text)) asked.set(key, (asked.get(key) ?? 0) + 1);
  inFlight += 1;
  mostInFlight = Math.max(mostInFlight, inFlight);
  const number = /number (\d+)/.exec(text)?.[1] ?? "0";
  const isJudge = text.includes("response_format") || text.includes('"value"') || text.includes('value\\"');
  const content = isJudge ? JSON.stringify({ value: number }) : `It is number ${number}.`;
  const body = {
    ...{ id: "1", object: "chat.completion", created: 0, model: "m" },
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
  setTimeout(() => {
    inFlight -= 1;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  }, delayMs);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[3] ?? 0), "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" && address !== null ? address.port : 0);
});
