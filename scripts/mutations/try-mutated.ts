import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { KareninaError } from "../../src/base/index.ts";
import type { StripTypes } from "../../src/languages/typescript/read-template.ts";
import { exportJson, openResultLog } from "../../src/result/index.ts";
import { resultsOfEverySort } from "../../src/result/testing/results-of-every-sort.ts";
import { mutate } from "./mutate.ts";
import { type Opening, openBenchmark, openExport, openLog, openPreset } from "./open-file.ts";
import { randomFrom } from "./random.ts";

/** A file as it should be, and how it is opened. */
export interface Source {
  readonly name: string;
  readonly bytes: Buffer;
  readonly open: Opening;
}

type Sources = readonly [Source, ...Source[]];

const root = path.join(import.meta.dirname, "../..");
const benchmarks = [
  ...["every-trait", "drug-targets", "dialogue-scenario", "older-format"].map(
    (name) => `src/benchmark/checkpoint/fixtures/${name}.jsonld`,
  ),
  "examples/quickstart/benchmark.jsonld",
  "examples/quickstart/benchmark.yaml",
  "examples/deep-judgment/benchmark.jsonld",
  "examples/moving-from-python/benchmark.jsonld",
];
const presets = ["offline", "rubric-only"].map((name) => `examples/quickstart/${name}.json`);

/** One source of each kind; exports and logs are made in `folder`, types stripped in a thread. */
export async function mutationSources(folder: string, stripTypes: StripTypes): Promise<Sources> {
  const read = (open: Opening) => async (name: string) => ({
    name,
    open,
    bytes: await readFile(path.resolve(root, name)),
  });
  const [first, ...others] = await Promise.all([
    ...benchmarks.map(read(openBenchmark(stripTypes))),
    ...presets.map(read(openPreset)),
  ]);
  if (first === undefined) throw new Error("There are no files to change.");
  const info = { exportTimestamp: "2025-01-01T00:00:00Z", kareninaVersion: "1.0.0" };
  const exported = await Array.fromAsync(exportJson(resultsOfEverySort, info));
  const log = path.join(folder, "source.jsonl");
  {
    await using written = await openResultLog(log, {
      benchmark: { name: "b", fingerprint: "f" },
      configFingerprint: "c",
      runName: "r",
      startedAt: "2025-01-02T03:04:05.000Z",
      config: {},
    });
    for (const [place, result] of resultsOfEverySort.entries()) await written.append(`task ${place}`, result);
  }
  return [
    first,
    ...others,
    { name: "results.json", open: openExport, bytes: Buffer.from(exported.join("")) },
    { name: "results.jsonl", open: openLog, bytes: await readFile(log) },
  ];
}

/** What became of a changed file; `fault` is what must not happen. */
export interface Outcome {
  readonly name: string;
  readonly kind: "opened" | "refused" | "fault";
  readonly message: string;
}

/** Changes one of the files as `seed` says and opens it from `folder`, where the changed file stays. */
export async function tryMutated(seed: number, sources: Sources, folder: string): Promise<Outcome> {
  const random = randomFrom(seed);
  const { name, bytes, open } = random.pick(sources);
  const file = path.join(folder, `mutated${path.extname(name)}`);
  await writeFile(file, mutate(bytes, random));
  try {
    await open(file);
    if ("mutatedFileRan" in globalThis) return { name, kind: "fault", message: "code of the file has run" };
    return { name, kind: "opened", message: "" };
  } catch (error) {
    if (KareninaError.isInstance(error)) return { name, kind: "refused", message: error.message };
    return { name, kind: "fault", message: error instanceof Error ? (error.stack ?? "") : String(error) };
  }
}
