// Runs against servers that fail: one of which every fifth call goes wrong (status 429 with and without `Retry-After`, 500, hangs, cut
// and malformed replies, resets), and some that take so many requests a second. Every task must have a result in the right
// category, and four fifths of what a server takes must be done.
//   node bench/faults.ts [tasks] [requests a second ...]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAiWire, type ServedHandler, startModelServer } from "../src/models/testing/index.ts";
import { outcomeOf, type VerificationResultSet } from "../src/result/index.ts";
import { faultyModel } from "../src/verify/testing/faults.ts";
import { benchmarkOf, model as modelOn } from "../src/verify/testing/outage-run.ts";

const [given = "1000", ...rates] = process.argv.slice(2);
const tasks = Number(given);
const leastShare = 0.8;
const folder = mkdtempSync(join(tmpdir(), "karenina-faults-"));
try {
  await withFaults();
  for (const rate of rates.length === 0 ? [20, 100, 400] : rates.map(Number)) {
    await withLimit(rate, true);
    await withLimit(rate, false);
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function withFaults(): Promise<void> {
  const model = faultyModel(Math.random, { retryAfterSeconds: 1, delayMs: 50 });
  const { results, seconds } = await run(tasks, (request) => model.replyTo(request));
  const wrong = model.misjudged(results);
  const told = [...model.counts].map(([name, count]) => `${name} ${count}`).join(", ");
  console.log(
    `every fifth call goes wrong: ${results.length} results of ${tasks} tasks in ${seconds.toFixed(1)} s`,
  );
  console.log(
    `  calls: ${told}\n  outcomes: ${tally(results)}; in another category than expected: ${wrong.length}`,
  );
  for (const line of wrong.slice(0, 10)) console.log(`  ${line}`);
  if (wrong.length > 0 || results.length !== tasks) process.exitCode = 1;
}

/** A server that takes so many requests in any second, and refuses the others. */
async function withLimit(perSecond: number, saysWhen: boolean): Promise<void> {
  // some twenty seconds of it
  const count = Math.max(50, perSecond * 10);
  let refused = 0;
  const taken: number[] = [];
  const { results, seconds } = await run(count, ({ body }) => {
    const now = performance.now();
    if (now - (taken.at(-perSecond) ?? Number.NEGATIVE_INFINITY) < 1000) {
      refused += 1;
      return {
        status: 429,
        ...(saysWhen && { headers: { "retry-after": "1" } }),
        body: { error: { message: "too many requests" } },
      };
    }
    taken.push(now);
    const text = body.response_format === undefined ? "It is BCL2." : '{"target":"BCL2"}';
    return { body: openAiWire.reply({ text }), delayMs: 50 };
  });
  const span = ((taken.at(-1) ?? 0) - (taken[0] ?? 0)) / 1000;
  const share = (taken.length - perSecond) / span / perSecond;
  console.log(
    `${perSecond} requests a second${saysWhen ? ", Retry-After: 1" : ""}: ${(share * 100).toFixed(0)} % of that; ` +
      `${results.length} results of ${count} tasks in ${seconds.toFixed(1)} s (${tally(results)}), ${refused} calls refused`,
  );
  if (share < leastShare || tally(results) !== `pass ${count}`) process.exitCode = 1;
}

async function run(count: number, reply: ServedHandler) {
  await using server = await startModelServer(reply);
  const model = modelOn("m", server);
  const startedAt = performance.now();
  const results = await benchmarkOf(count).runVerification(
    {
      answeringModels: [model],
      parsingModels: [model],
      asyncMaxWorkers: 100,
      requestTimeout: 5,
      preflight: false,
    },
    { output: join(folder, `${startedAt}.jsonl`) },
  );
  return { results, seconds: (performance.now() - startedAt) / 1000 };
}

function tally(results: VerificationResultSet): string {
  const outcomes = Map.groupBy(results, outcomeOf);
  return [...outcomes].map(([outcome, { length }]) => `${outcome} ${length}`).join(", ");
}
