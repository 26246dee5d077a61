import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageOf } from "../../base/index.ts";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import { openResultsFile, type ResultsFile, renderLogHeader, resultToJson } from "../../result/index.ts";
import { resultsOfEverySort } from "../../result/testing/results-of-every-sort.ts";
import { type RunSummary, summarize, summarizeFile } from "../index.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "summarize-file-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const header = renderLogHeader({
  benchmark: { name: "b", fingerprint: "f" },
  configFingerprint: "c",
  startedAt: "2025-01-02T03:04:05.000Z",
});

/** A line of a result: few tasks, so that later lines replace earlier ones, of several runs, models and judges. */
const anyLine = fc
  .record({
    task: fc.nat(60),
    sort: fc.nat(resultsOfEverySort.length - 1),
    run: fc.constantFrom("monday", "tuesday", null),
    model: fc.constantFrom("a", "b", "ü😀"),
    judge: fc.constantFrom("j", "k"),
    replicate: fc.constantFrom(null, 1, 2),
    seconds: fc.double({ min: 0, max: 1e3, noNaN: true }),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    text: fc.string({ maxLength: 400, unit: "binary" }),
    place: fc.option(fc.nat(9), { nil: undefined }),
  })
  .map(({ task, sort, run, model, judge, replicate, seconds, score, text, place }) => {
    const result = resultsOfEverySort[sort] ?? expect.unreachable();
    const { metadata, template, rubric } = result;
    const json = resultToJson({
      ...result,
      metadata: {
        ...metadata,
        questionId: `q${task % 20}`,
        questionText: text,
        keywords: [`k${task % 3}`],
        runName: run,
        answering: { ...metadata.answering, modelName: model },
        parsing: { ...metadata.parsing, modelName: judge },
        executionTime: seconds,
        replicate,
      },
      template: template && {
        ...template,
        verifyGranularResult: score,
        parsedGtResponse: { dose: task },
        parsedLlmResponse: { dose: text },
      },
      rubric: rubric && {
        ...rubric,
        regexTraitScores: { cites: score > 0.5 },
        callableTraitScores: { share: score },
      },
    });
    return JSON.stringify({ task: `t${task}`, ...(place !== undefined && { place }), result: json });
  });

const noResult = (line: string) => line.replace(/"execution_time":[^,]*/, '"execution_time":-1');
const isDamaged = (line: string) => line.slice(0, -9) + line.slice(-8);

/** Texts of logs: some with lines that hold no result, are empty, or cut off at the end, few with one that is damaged. */
const anyLog = fc
  .record({
    lines: fc.array(
      fc.oneof(
        { arbitrary: anyLine, weight: 40 },
        { arbitrary: anyLine.map(noResult), weight: 1 },
        { arbitrary: fc.constant(""), weight: 1 },
      ),
      { minLength: 40, maxLength: 90, size: "max" },
    ),
    damaged: fc.option(anyLine.map(isDamaged), { freq: 4, nil: undefined }),
    last: fc.option(anyLine, { nil: undefined }),
  })
  .map(({ lines, damaged, last }) =>
    [
      ...[header, ...lines, ...(damaged === undefined ? [] : [damaged]), ...lines.slice(0, 5)],
      last?.slice(0, -20) ?? "",
    ].join("\n"),
  );

/** What becomes of a log: its numbers or why there are none, what is told of it, and where its questions stand. */
async function readAs(
  file: string,
  cores: number,
  summarized: (opened: ResultsFile) => Promise<RunSummary>,
): Promise<unknown> {
  const told: string[] = [];
  const threads = { cores, longerThan: 0, atOnce: 9 };
  const opened = await openResultsFile(file, folder, (warning) => told.push(warning), threads);
  const summary = await summarized(opened).catch(messageOf);
  const places = Array.from({ length: 20 }, (_, at) => opened.placeOf(`q${at}`));
  return { summary: JSON.stringify(summary, null, 1), told, places };
}

test("summarizeFile says the same in threads, in one, and as summarize does of the results", async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, fc.constantFrom(2, 3), async (log, cores) => {
      const file = path.join(folder, "run.jsonl");
      await writeFile(file, log);
      const plain = await readAs(file, 1, async ({ read, unreadable }) => {
        const summary = await summarize(read());
        return { ...summary, run: { ...summary.run, unreadable: unreadable() } };
      });
      expect(await readAs(file, 1, (opened) => summarizeFile(opened))).toEqual(plain);
      expect(await readAs(file, cores, (opened) => summarizeFile(opened))).toEqual(plain);
    }),
    { numRuns: propertyRuns(1), endOnFailure: true },
  );
});
