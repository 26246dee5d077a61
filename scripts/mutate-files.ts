import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { createTemplateRunner } from "../src/sandbox/index.ts";
import { mutationSources, type Outcome, tryMutated } from "./mutations/try-mutated.ts";

/**
 * Opens files with random faults: `node scripts/mutate-files.ts [--count 100000] [--seed 1]`. Each seed is one file, so
 * `--seed N --count 1` shows a failure again. Ends at the first that crashes, runs code, is saved as something else,
 * takes more than 20 seconds, or lets memory grow beyond 1.5 GB.
 */
const options = {
  count: { type: "string", default: "100000" },
  seed: { type: "string", default: "1" },
} as const;
const mostMs = 20_000;
const mostMemory = 1.5e9;

interface Tried extends Outcome {
  readonly seed: number;
  readonly ms: number;
}

if (isMainThread) await watch();
else await work(workerData);

async function watch(): Promise<void> {
  const { values } = parseArgs({ options });
  const folder = await mkdtemp(path.join(tmpdir(), "mutated-files-"));
  const [first, count] = [Number(values.seed), Number(values.count)];
  const current = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), { workerData: { folder, first, count, current } });
  const tally = new Map<string, number>();
  let slowest: Tried | undefined;
  let began = { seed: -1, at: 0 };
  const fail = async (what: string) => {
    console.error(
      `seed ${current[0]}: ${what}\nAgain: node scripts/mutate-files.ts --seed ${current[0]} --count 1`,
    );
    process.exitCode = 1;
    await worker.terminate();
  };
  const clock = setInterval(() => {
    const seed = current[0] ?? 0;
    if (seed !== began.seed) began = { seed, at: Date.now() };
    if (Date.now() - began.at > mostMs) void fail(`takes more than ${mostMs / 1000} s`);
    if (process.memoryUsage.rss() > mostMemory) void fail("memory has grown beyond 1.5 GB");
  }, 500);
  worker.on("message", (tried: Tried) => {
    const kind = `${tried.name}: ${tried.kind}`;
    tally.set(kind, (tally.get(kind) ?? 0) + 1);
    if (slowest === undefined || tried.ms > slowest.ms) slowest = tried;
    if (tried.kind !== "fault") return;
    const kept = path.join(tmpdir(), `mutated-${tried.seed}${path.extname(tried.name)}`);
    void copyFile(path.join(folder, `mutated${path.extname(tried.name)}`), kept);
    void fail(`${tried.name}, kept as ${kept}: ${tried.message}`);
  });
  worker.on("error", (error) => void fail(String(error)));
  await new Promise((resolve) => worker.on("exit", resolve));
  clearInterval(clock);
  for (const [kind, number] of [...tally].toSorted()) console.log(`${String(number).padStart(7)}  ${kind}`);
  console.log(`slowest: seed ${slowest?.seed}, ${slowest?.name}, ${Math.round(slowest?.ms ?? 0)} ms`);
  await rm(folder, { recursive: true });
}

async function work({
  folder,
  first,
  count,
  current,
}: {
  readonly folder: string;
  readonly first: number;
  readonly count: number;
  readonly current: Int32Array;
}): Promise<void> {
  await using runner = createTemplateRunner();
  const sources = await mutationSources(folder, runner.stripTypes);
  for (let seed = first; seed < first + count; seed++) {
    current[0] = seed;
    const started = performance.now();
    const outcome = await tryMutated(seed, sources, folder);
    parentPort?.postMessage({ ...outcome, seed, ms: performance.now() - started } satisfies Tried);
    if (outcome.kind === "fault") await new Promise(() => {});
  }
}
