// Writes replies.jsonl, which the example plays back, by running the benchmark once against a local endpoint that takes
// the turns of recorded.ts. File tools run for real, in a copy of the shop. Run it when a prompt, a tool, a file or a
// template has changed; the file goes into this folder, or into the one given:
//   npm run conversation:record
import { join } from "node:path";
import { recordAgents } from "../../scripts/record-agents.ts";
import { type AskedCompletion, allText, type PreparedTurn } from "../../scripts/reply-server.ts";
import { turns } from "./recorded.ts";

const folder = import.meta.dirname;

type Recorded = (typeof turns)[number];

/** The turn with the text that stands last in a prompt. */
function turnIn(prompt: string, textsOf: (turn: Recorded) => readonly string[]): Recorded {
  const places = turns.map((turn) => Math.max(...textsOf(turn).map((text) => prompt.lastIndexOf(text))));
  const last = turns[places.indexOf(Math.max(...places))];
  if (last === undefined || places.every((place) => place < 0))
    throw new Error(`Nothing is recorded for: ${prompt.slice(-400)}`);
  return last;
}

const endOf = (replies: Recorded["look"]) => replies?.at(-1)?.text ?? [];
const answerOf = ({ replies }: Recorded) => [endOf(replies)].flat();

/** What is recorded for a request: whose it is, about which turn, and how many replies there were. */
function turnFor(asked: AskedCompletion): PreparedTurn {
  const { model, messages, response_format: format } = asked;
  const form = format?.json_schema?.name;
  const prompt = allText(asked);
  if (form === "user_reply") {
    const next = turns[turns.indexOf(turnIn(prompt, answerOf)) + 1];
    return { text: JSON.stringify({ message: next?.asked, stop: "no" }) };
  }
  const isDesk = model === "recorded-desk";
  const place = messages.findLastIndex(({ role }) => role === "user");
  const turn = isDesk
    ? turnIn(messages[place]?.content ?? "", ({ asked: question }) => [question])
    : turnIn(prompt, (one) => [...answerOf(one), endOf(one.look)].flat());
  if (form === "trait_result") return { text: JSON.stringify({ result: true }) };
  if (form !== undefined) return { text: JSON.stringify(turn.values) };
  const replies = isDesk ? turn.replies : (turn.look ?? []);
  const reply = replies[messages.slice(place).filter(({ role }) => role === "assistant").length];
  if (reply === undefined) throw new Error(`The replies for "${turn.asked}" are over`);
  return reply;
}

const file = join(process.argv[2] ?? folder, "replies.jsonl");
await recordAgents({ folder, benchmark: "benchmark.ts", tasks: "shop", file }, (asked) => {
  const { text, calls = [] } = turnFor(asked);
  return { prompt: JSON.stringify(asked.messages), content: text, calls };
});
