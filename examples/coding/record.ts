// Writes replies.jsonl, which the example plays back, by running the benchmark once against a local endpoint that takes
// the turns of recorded.ts. Tools and tests run for real, in a copy of the tasks. Run it when a prompt, a tool, a task or
// a template has changed; the file goes into this folder, or into the one given:
//   npm run coding:record
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import benchmark from "./benchmark.ts";
import { type RecordedTurn, recorded } from "./recorded.ts";

const folder = import.meta.dirname;
const repliesFile = join(process.argv[2] ?? folder, "replies.jsonl");

interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly unknown[];
}

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly response_format?: { readonly json_schema?: { readonly name: string } };
}

const userText = ({ messages }: ChatRequest) => messages.find(({ role }) => role === "user")?.content ?? "";

/** What is recorded for a request: whose it is, about which question, and which turn of the conversation. */
function turnFor(request: ChatRequest): RecordedTurn {
  const user = userText(request);
  const { id } = [...benchmark].find(({ question }) => user.includes(question)) ?? {};
  const entry = recorded.find((one) => one.id === id);
  if (entry === undefined) throw new Error(`No question of the benchmark is part of: ${user.slice(0, 200)}`);
  const form = request.response_format?.json_schema?.name;
  if (form === "trait_result") return { text: JSON.stringify({ result: entry.honestReport.result }) };
  if (form !== undefined) return { text: JSON.stringify(entry.template.values) };
  const judged = user.includes("<traits>") ? entry.honestReport.turns : entry.template.turns;
  const turns = request.model === "recorded-agent" ? entry.answer : judged;
  const turn = turns[request.messages.filter(({ role }) => role === "assistant").length];
  if (turn === undefined) throw new Error(`The turns for ${id} are over`);
  return turn;
}

function messageOf({ text, calls = [] }: RecordedTurn, { messages }: ChatRequest) {
  const earlier = messages.flatMap(({ tool_calls }) => tool_calls ?? []).length;
  const toolCalls = calls.map(([name, input], index) => ({
    id: `${earlier + index + 1}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { role: "assistant", content: text, ...(calls.length > 0 && { tool_calls: toolCalls }) };
}

const server = createServer(async (incoming, response) => {
  const request: ChatRequest = JSON.parse(await new Response(incoming as never).text());
  const message = messageOf(turnFor(request), request);
  const size = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);
  const [prompt, completion] = [size(request.messages), size(message)];
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify({
      id: "recorded",
      object: "chat.completion",
      created: 0,
      model: request.model,
      choices: [{ index: 0, message, finish_reason: "tool_calls" in message ? "tool_calls" : "stop" }],
      usage: {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: prompt + completion,
      },
    }),
  );
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("the server has no port");

// The settings of offline.json, with the endpoint in the place of the recording.
const preset = JSON.parse(readFileSync(join(folder, "offline.json"), "utf8"));
for (const model of [...preset.config.answering_models, ...preset.config.parsing_models]) {
  delete model.replay_file;
  model.endpoint_base_url = `http://127.0.0.1:${address.port}/v1`;
}
const scratch = mkdtempSync(join(tmpdir(), "karenina-coding-"));
const presetFile = join(scratch, "recording.json");
writeFileSync(presetFile, JSON.stringify(preset));
cpSync(join(folder, "tasks"), join(scratch, "tasks"), { recursive: true });

rmSync(repliesFile, { force: true });
const run = spawn(
  process.execPath,
  [
    ...[join(folder, "../../bin/karenina.js"), "verify", join(folder, "benchmark.jsonld")],
    ...["--preset", presetFile, "--workspace-root", scratch],
    ...["--no-output", "--concurrency", "1", "--no-preflight", "--record", repliesFile],
  ],
  { stdio: "inherit" },
);
const [code] = await once(run, "exit");
if (code !== 0) process.exitCode = code;
server.close();
rmSync(scratch, { recursive: true, force: true });
