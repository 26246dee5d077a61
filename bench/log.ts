/**
 * Measures what logging costs the program that does it: the time of a call, and of the processor with all writes to the file, for a text, a text
 * with options and a trace of three messages; also as a multiple of writing the same event as JSON once.
 *
 * Run: node bench/log.ts
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TaskEval } from "../src/verify/index.ts";

const count = 20_000;
const warmUp = 5_000;

const said = "The answer of a program, with some words in it. ".repeat(20);
const options = { question: "What is it?", stepId: "answer", tags: ["web"], model: "app" };
const trace = [
  {
    role: "assistant",
    content: [{ type: "tool_use", id: "1", name: "look_up", input: { query: "it" } }],
  },
  { role: "tool", content: [{ type: "tool_result", toolUseId: "1", content: said, isError: false }] },
  { role: "assistant", content: [{ type: "text", text: said }] },
] as const;

/** Microseconds of each call, the quickest first, and those of the processor for one. */
function times(run: (at: number) => unknown): {
  readonly sorted: readonly number[];
  readonly processor: number;
} {
  for (let at = 0; at < warmUp; at += 1) run(at);
  const before = process.cpuUsage();
  const measured = Array.from({ length: count }, (_, at) => {
    const start = process.hrtime.bigint();
    run(at);
    return Number(process.hrtime.bigint() - start) / 1000;
  });
  const { user, system } = process.cpuUsage(before);
  return { sorted: measured.toSorted((a, b) => a - b), processor: (user + system) / count };
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;

const folder = mkdtempSync(join(tmpdir(), "bench-log-"));
const taskEval = new TaskEval({ logTo: { file: join(folder, "log.jsonl") } });
const cases = {
  text: { log: () => taskEval.log(said), event: { answer: said } },
  "text, options": {
    log: (place: number) => taskEval.log(said, { ...options, key: String(place) }),
    event: { answer: said, ...options },
  },
  trace: { log: () => taskEval.logTrace(trace), event: { answer: trace } },
};
for (const [name, { log, event }] of Object.entries(cases)) {
  const [logged, written] = [times(log), times(() => JSON.stringify(event))];
  const [median, late] = [at(logged.sorted, 0.5).toFixed(1), at(logged.sorted, 0.99).toFixed(1)];
  const processor = logged.processor.toFixed(1);
  const ratio = (at(logged.sorted, 0.5) / at(written.sorted, 0.5)).toFixed(1);
  console.log(
    `${name.padEnd(14)} median ${median} µs, 99 % within ${late} µs, ${processor} µs of the processor on average; ${ratio} times writing it as JSON`,
  );
}
taskEval.close();
console.log(taskEval.logCounts);
rmSync(folder, { recursive: true });
