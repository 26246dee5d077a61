// Writes replies.jsonl, which the example plays back, by running the benchmark once against a local endpoint that takes
// the turns of recorded.ts. Tools and tests run for real, in a copy of the tasks. Run it when a prompt, a tool, a task or
// a template has changed; the file goes into this folder, or into the one given:
//   npm run coding:record
import { join } from "node:path";
import { recordAgents } from "../../scripts/record-agents.ts";
import type { AskedCompletion, PreparedTurn } from "../../scripts/reply-server.ts";
import benchmark from "./benchmark.ts";
import { recorded } from "./recorded.ts";

const folder = import.meta.dirname;

/** What is recorded for a request: whose it is, about which question, and which turn of the conversation. */
function turnFor({ model, messages, response_format: format }: AskedCompletion): PreparedTurn {
  const user = messages.find(({ role }) => role === "user")?.content ?? "";
  const { id } = [...benchmark].find(({ question }) => user.includes(question)) ?? {};
  const entry = recorded.find((one) => one.id === id);
  if (entry === undefined) throw new Error(`No question of the benchmark is part of: ${user.slice(0, 200)}`);
  const form = format?.json_schema?.name;
  if (form === "trait_result") return { text: JSON.stringify({ result: entry.honestReport.result }) };
  if (form !== undefined) return { text: JSON.stringify(entry.template.values) };
  const judged = user.includes("<traits>") ? entry.honestReport.turns : entry.template.turns;
  const turns = model === "recorded-agent" ? entry.answer : judged;
  const turn = turns[messages.filter(({ role }) => role === "assistant").length];
  if (turn === undefined) throw new Error(`The turns for ${id} are over`);
  return turn;
}

const file = join(process.argv[2] ?? folder, "replies.jsonl");
await recordAgents({ folder, benchmark: "benchmark.jsonld", tasks: "tasks", file }, (asked) => {
  const { text, calls = [] } = turnFor(asked);
  return { prompt: JSON.stringify(asked.messages), content: text, calls };
});
