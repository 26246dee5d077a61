// Runs a benchmark as a program of its own would, says how it went and what it still holds, and ends by itself.
import { readdirSync, readlinkSync } from "node:fs";
import { setImmediate, setTimeout } from "node:timers/promises";
import { Benchmark, loadPreset, runVerification } from "karenina";

const [file = "", preset = "", root = ""] = process.argv.slice(2);

/** Open descriptors by kind, and what keeps this process from ending. */
function held() {
  const kinds = readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).replace(/\[?\d+\]?$/, "");
    } catch {
      // the one that was open to read the list
      return [];
    }
  });
  const listeners = process.eventNames().map(String).sort();
  return { descriptors: kinds.sort(), resources: process.getActiveResourcesInfo().sort(), listeners };
}

const { config } = await loadPreset(preset);
const benchmark = await Benchmark.load(file);
benchmark.workspaceRoot = root;
// these are opened with their first use
for (const stream of [process.stdout, process.stderr]) stream.write("");
await setImmediate();
const before = held();
const started = performance.now();
const results = [...(await runVerification(benchmark, config))];
const wallMs = performance.now() - started;
// a file that is being closed is held for a moment longer
for (let round = 0; round < 50 && held().resources.includes("FSReqPromise"); round += 1) await setTimeout(20);
process.stdout.write(
  JSON.stringify({
    before,
    after: held(),
    results: results.map(({ metadata, template }) => ({
      question: metadata.questionId,
      failure: metadata.failure,
      said: template?.rawLlmResponse.split("\n").at(-1)?.trim(),
      word: template?.parsedLlmResponse,
      right: template?.verifyResult,
    })),
    wallMs,
    peakKb: process.resourceUsage().maxRSS,
  }),
);
