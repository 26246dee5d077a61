// What results of 100,000 tasks cost: a set over a log, its summary, asking it in SQL, its tables as files, and a report. Every case runs in a process of its own.
// The rows of commands are of the built program (`npm run build`), with all they set for themselves.
//   node bench/results.ts [results]
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import {
  answeringModel,
  exportTable,
  openResultsFile,
  queryRuns,
  readResultLog,
  summarize,
  VerificationResultSet,
  writeHtmlReport,
} from "../src/index.ts";
import { writeSampleLog } from "./sample-log.ts";
import { type Spent, spentBy } from "./spent-by.ts";

const ask = (statement: string) => async (file: string) => {
  const run = { ...(await openResultsFile(file, "/", console.warn)), name: "run" };
  await using answer = await queryRuns([run], statement);
  return (await Array.fromAsync(answer.rows())).length;
};
const save = (table: string, ending: string) => async (file: string) => {
  const run = { ...(await openResultsFile(file, "/", console.warn)), name: "run" };
  await exportTable(run, table, `${file}.${table}${ending}`);
  return 1;
};

const open = (file: string) => VerificationResultSet.fromLog(file);

/** What is measured, by name. */
const cases: { readonly [name: string]: (file: string) => Promise<number> } = {
  "query: pass rate by model": ask(
    "select answering_model, count(*) filter (outcome = 'pass') / count(*) from results where has_template group by all",
  ),
  "query: mean by trait": ask("select trait_name, avg(trait_score) from traits group by all"),
  "query: share by field": ask("select field_name, avg(field_match::int) from fields group by all"),
  "query: quotations by field": ask("select attribute_name, count(*) from excerpts group by all"),
  "results.parquet": save("results", ".parquet"),
  "traits.parquet": save("traits", ".parquet"),
  "results.csv": save("results", ".csv"),
  "report --split": async (file) => {
    const run = { name: "run", benchmark: null, startedAt: null, results: () => readResultLog(file) };
    const target = { file: `${file}.html`, title: "run", generatedAt: "", version: "", split: true };
    return (await writeHtmlReport([run], target)).results;
  },
  "set: open": async (file) => (await open(file)).length,
  "set: open, last result": async (file) => ((await open(file)).at(-1) === undefined ? 0 : 1),
  "set: filter by outcome": async (file) => (await open(file)).filter({ outcomes: ["wrong"] }).length,
  "set: pass rates by model": async (file) =>
    (await open(file)).passRates(({ metadata }) => answeringModel(metadata)).size,
  // what the command does in threads
  "summarize, in one thread": async (file) => (await summarize(readResultLog(file))).overall.results,
  "read one by one": async (file) => (await Array.fromAsync(countOf(file))).length,
};

/** Commands of the program, by name. */
const commands: { readonly [name: string]: (file: string) => readonly string[] } = {
  "karenina summary": (file) => ["summary", file],
  "karenina query": (file) => ["query", file, "select outcome, count(*) from results group by all"],
};
const program = join(import.meta.dirname, "..", "bin", "karenina.js");
/** Runs a case, or a command of the program, in a process of its own. */
function measure(name: string, log: string): Promise<Spent> {
  const command = commands[name]?.(log);
  return spentBy(
    command === undefined ? import.meta.filename : program,
    command ?? [name, log],
    `${log}.spent`,
  );
}

async function* countOf(file: string) {
  for await (const { metadata } of readResultLog(file)) yield metadata.resultId.length;
}

const [, , first = "100000", file] = process.argv;
const measured = cases[first];
if (measured !== undefined && file !== undefined) await measured(file);
else await measureAll(Number(first));

async function measureAll(results: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "karenina-bench-"));
  try {
    const log = join(folder, "run.jsonl");
    await writeSampleLog(log, results);
    const megabytes = Math.round(statSync(log).size / 1e6);
    console.log(`${results} results, ${megabytes} MB; load ${loadavg()[0]?.toFixed(1)}\n`);
    console.log(["case".padEnd(28), "seconds", "CPU s", "peak MB"].join("  "));
    for (const name of [...Object.keys(commands), ...Object.keys(cases)]) {
      const { cpu, peakMb, seconds } = await measure(name, log);
      const cells = [
        seconds.toFixed(1).padStart(7),
        cpu.toFixed(1).padStart(5),
        peakMb.toFixed(0).padStart(7),
      ];
      console.log([name.padEnd(28), ...cells].join("  "));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
