/**
 * A run in a process of its own, to be killed: `node killable-run.ts LOG EXECUTED HANG_AFTER`. Notes the key of every
 * task that begins in the file EXECUTED. After HANG_AFTER results the tasks no longer end, and the parent is told.
 */
import { appendFileSync, existsSync } from "node:fs";
import { taskKey } from "../../pipeline/index.ts";
import { openResultLog } from "../../result/index.ts";
import { readResumeState } from "../resume.ts";
import { runTasks } from "../run-tasks.ts";
import { logSink } from "../sink.ts";
import { samplePlan, sampleResult } from "./sample-run.ts";

const [log = "", executed = "", hangAfter = ""] = process.argv.slice(2);
const resumed = existsSync(log)
  ? await readResumeState(log, { benchmarkFingerprint: "b", configFingerprint: "c" })
  : undefined;
const plan = samplePlan(
  { questions: Array.from({ length: 20 }, (_, at) => `q${at}`), judges: ["j1", "j2"] },
  resumed === undefined ? {} : { finished: resumed.finished },
);
const writer = await openResultLog(log, {
  benchmark: { name: "sample", fingerprint: "b" },
  configFingerprint: "c",
  startedAt: "2026-01-01T00:00:00.000Z",
});

let begun = 0;
await runTasks(plan, {
  concurrency: 4,
  sinks: [logSink(log, writer)],
  async execute(task) {
    begun += 1;
    appendFileSync(executed, `${taskKey(task)}\n`);
    if (begun > Number(hangAfter)) {
      process.send?.("hanging");
      await new Promise(() => setInterval(() => undefined, 1000));
    }
    await new Promise(setImmediate);
    return sampleResult(task);
  },
});
process.disconnect?.();
