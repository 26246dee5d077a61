import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KareninaError } from "../../base/index.ts";
import {
  openResultLog,
  openResultsFile,
  readResultLog,
  readResultLogEntries,
  readResultLogHeader,
  renderLogHeader,
  resultToJson,
  scanResultLog,
  VerificationResultSet,
} from "../index.ts";
import { sampleResult } from "../testing/sample-result.ts";
import type { VerificationResult } from "../verification-result.ts";

let folder = "";
let file = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "result-log-"));
  file = path.join(folder, "run.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const header = {
  benchmark: { name: "Drug targets", fingerprint: "f1" },
  configFingerprint: "c1",
  runName: "r",
  startedAt: "2025-01-02T03:04:05.000Z",
  config: { answering_models: [{ model_name: "gpt" }] },
};

const result = (questionId: string) => sampleResult({ metadata: { questionId, questionText: "é\n😀" } });

async function logOf(...tasks: readonly string[]): Promise<void> {
  await using log = await openResultLog(file, header);
  await Promise.all(tasks.map((task, index) => log.append(task, result(`q${index}`))));
}

const entries = async (onTornLine?: (line: number) => void) => {
  const found: string[] = [];
  for await (const entry of readResultLogEntries(file, onTornLine ? { onTornLine } : {})) {
    found.push(`${entry.task} ${entry.result.metadata.questionId}`);
  }
  return found;
};

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!KareninaError.isInstance(error)) throw new Error("no KareninaError was thrown");
  return error;
};

describe("a results log", () => {
  it("is a header line and one line per finished task", async () => {
    await logOf("a", 'b "quoted"');
    const lines = (await readFile(file, "utf8")).split("\n");
    expect(lines).toHaveLength(4);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      format: "karenina-results",
      version: 3,
      benchmark: { name: "Drug targets", fingerprint: "f1" },
      config_fingerprint: "c1",
      run_name: "r",
      started_at: "2025-01-02T03:04:05.000Z",
      config: { answering_models: [{ model_name: "gpt" }] },
      tasks: null,
    });
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({
      task: 'b "quoted"',
      result: { metadata: { question_id: "q1" } },
    });
  });

  it("gives back results as they were, in order, the later line of a task winning", async () => {
    await logOf("a", "b", "a");
    expect(await entries()).toEqual(["b q1", "a q2"]);
    const set = await VerificationResultSet.fromLog(file);
    expect(set.results).toEqual([result("q1"), result("q2")]);
  });

  it("is read in a wanted order; what is not in it follows as it stands", async () => {
    await logOf("a", "b", "c", "é", "b");
    const found: string[] = [];
    for await (const { task, result: read } of readResultLogEntries(file, { orderedBy: ["é", "x", "b"] }))
      found.push(`${task} ${read.metadata.questionId}`);
    expect(found).toEqual(["é q3", "b q4", "a q0", "c q2"]);
  });

  it("goes on where an earlier run stopped", async () => {
    await logOf("a");
    await logOf("b");
    expect(await entries()).toEqual(["a q0", "b q0"]);
    const { header: stored, lineOfTask, tornLine } = await scanResultLog(file);
    expect(stored.benchmark.name).toBe("Drug targets");
    expect([...lineOfTask]).toEqual([
      ["a", 2],
      ["b", 3],
    ]);
    expect(tornLine).toBeNull();
  });

  it("a byte order mark is named", async () => {
    const file = path.join(folder, "mark.jsonl");
    await writeFile(file, `\ufeff{"format":"karenina-results"}\n`);
    await expect(Array.fromAsync(readResultLog(file))).rejects.toThrow(
      `${file} begins with a byte order mark, which a results log has not.`,
    );
  });

  it("reads lines written by others, with other spacing and order of keys", async () => {
    await logOf();
    await appendFile(
      file,
      `${JSON.stringify({ result: resultToJson(result("q9")), task: "z" }, null, 1).replaceAll("\n", "")}\n`,
    );
    expect(await entries()).toEqual(["z q9"]);
  });
});

describe("the header of a log", () => {
  it("is read by itself, whatever stands below it", async () => {
    await logOf("a");
    await appendFile(file, "no entry at all\n");
    const { content, ...read } = await readResultLogHeader(file);
    const { config, ...rest } = header;
    expect(read).toEqual({ ...rest, version: 3, tasks: null });
    expect(content.toJSON()).toMatchObject({ format: "karenina-results", version: 3, config });
    await expect(scanResultLog(file)).rejects.toThrow("line 3 is damaged");
  });
});

describe("a torn last line", () => {
  it("is left out and reported when read", async () => {
    await logOf("a");
    await appendFile(file, '{"task":"b","result":{"metad');
    const torn: number[] = [];
    expect(await entries((line) => torn.push(line))).toEqual(["a q0"]);
    expect(torn).toEqual([3]);
  });

  it("is removed when the log is opened again, to the byte", async () => {
    await logOf("a");
    const before = await readFile(file);
    const tear = Buffer.concat([Buffer.from('{"task":"b é'), Buffer.from([0xc3, 0, 0])]);
    await appendFile(file, tear);
    {
      await using log = await openResultLog(file, header);
      expect(log.removedBytes).toBe(tear.length);
    }
    expect(await readFile(file)).toEqual(before);
  });

  it("is kept when only its line end is missing", async () => {
    await logOf("a", "b");
    await writeFile(file, (await readFile(file, "utf8")).trimEnd());
    expect(await entries()).toEqual(["a q0", "b q1"]);
    await logOf("c");
    expect(await entries()).toEqual(["a q0", "b q1", "c q0"]);
  });

  it("may be the header itself", async () => {
    await writeFile(file, '{"format":"karenina-results","version":1,"ben');
    await logOf("a");
    expect(await entries()).toEqual(["a q0"]);
  });
});

describe("a log of before", () => {
  const head = renderLogHeader(header).replace('"version":3', '"version":1');
  const stored = (task: string, at: string) => JSON.stringify({ task, result: resultToJson(result(at)) });

  it("opens, and goes on in its own form, which programs of before read", async () => {
    await writeFile(file, `${head}\n${stored("a", "q0")}\n${stored("b", "q1")}\n`);
    const before = await readFile(file, "utf8");
    expect(await entries()).toEqual(["a q0", "b q1"]);
    {
      await using log = await openResultLog(file, header);
      await log.append("c", result("q2"));
    }
    expect(await readFile(file, "utf8")).toBe(`${before}${stored("c", "q2")}\n`);
    expect((await VerificationResultSet.fromLog(file)).results).toEqual(["q0", "q1", "q2"].map(result));
  });
});

describe("a log that cannot be used", () => {
  it("has lost its first line", async () => {
    await logOf("a", "b");
    const [head = "", ...lines] = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, lines.join("\n"));
    const opened = async () => (await openResultsFile(file, folder, () => {})).progress();
    for (const read of [entries, () => openResultLog(file, header), opened]) {
      const error = await failureOf(read());
      expect(error.message).toBe(
        `${file} has lost its first line, which says what was run: line 1 is a result or a walk.`,
      );
      const [, line = ""] = error.hint?.split("will do: ") ?? [];
      expect(JSON.parse(line)).toMatchObject({ format: "karenina-results" });
      await writeFile(file, [line, ...lines].join("\n"));
      expect(await entries()).toEqual(["a q0", "b q1"]);
      await writeFile(file, lines.join("\n"));
    }
    await writeFile(file, [head, ...lines].join("\n"));
    expect(await entries()).toEqual(["a q0", "b q1"]);
  });

  it("names the damaged line", async () => {
    await logOf("a", "b");
    const lines = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, [lines[0], lines[1]?.slice(0, 50), lines[2], ""].join("\n"));
    const error = await failureOf(entries());
    expect(error.code).toBe("file_unreadable");
    expect(error.message).toContain(`${file} line 2 is damaged`);
  });

  it("names a line that is damaged behind its task when its result is read", async () => {
    await logOf("a", "b", "c");
    const lines = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, lines.with(2, `${lines[2]?.slice(0, 90)}${lines[2]?.slice(120)}`).join("\n"));
    expect([...(await scanResultLog(file)).lineOfTask.keys()]).toEqual(["a", "b", "c"]);
    expect((await failureOf(entries())).message).toContain(`${file} line 3 is damaged`);
    await logOf("b");
    expect(await entries()).toEqual(["a q0", "c q2", "b q0"]);
  });

  it("names what does not fit in a line", async () => {
    await logOf();
    await appendFile(file, '{"task":"a","result":{"metadata":{}}}\n');
    const error = await failureOf(entries());
    expect(error.message).toMatch(
      /line 2 does not.*\n {2}metadata\.question_id: expected string, found nothing/,
    );
  });

  it("comes from the future", async () => {
    await writeFile(file, '{"format":"karenina-results","version":4}\n');
    expect((await failureOf(entries())).code).toBe("format_from_future");
    expect((await failureOf(openResultLog(file, header))).code).toBe("format_from_future");
  });

  it("is another kind of file, which stays untouched", async () => {
    await writeFile(file, "my notes");
    expect((await failureOf(entries())).message).toContain("is not a results log");
    expect((await failureOf(openResultLog(file, header))).code).toBe("invalid_input");
    expect(await readFile(file, "utf8")).toBe("my notes");
  });

  it("is missing or empty", async () => {
    for (const read of [entries, () => readResultLogHeader(file)]) {
      await rm(file, { force: true });
      expect((await failureOf(read())).code).toBe("file_not_found");
      await writeFile(file, "");
      expect((await failureOf(read())).code).toBe("file_unreadable");
    }
  });

  it("belongs to another benchmark or other settings", async () => {
    await logOf("a");
    const other = { ...header, benchmark: { name: "Drug targets", fingerprint: "f2" } };
    expect((await failureOf(openResultLog(file, other))).message).toContain("other benchmark");
    expect((await failureOf(openResultLog(file, { ...header, configFingerprint: "c2" }))).message).toContain(
      "other settings",
    );
  });

  it("has lines, though it should be new", async () => {
    await logOf("a");
    const before = await readFile(file, "utf8");
    expect((await failureOf(openResultLog(file, header, { isNew: true }))).message).toContain("exists");
    expect(await readFile(file, "utf8")).toBe(before);
  });

  it("lies in a folder that does not exist", async () => {
    const error = await failureOf(openResultLog(path.join(folder, "no", "run.jsonl"), header));
    expect(error.code).toBe("file_unwritable");
  });
});

describe.skipIf(!existsSync("/dev/full"))("a full disk", () => {
  it("is named as the cause", async () => {
    const error = await failureOf(openResultLog("/dev/full", header));
    expect(error.code).toBe("file_unwritable");
    expect(error.message).toMatch(/\/dev\/full.*no space left/i);
  });

  it("leaves whole lines, and the log goes on where there is room again", async () => {
    const program = `
      import { openResultLog } from ${JSON.stringify(import.meta.resolve("./write-log.ts"))};
      import { sampleResult } from ${JSON.stringify(import.meta.resolve("../testing/sample-result.ts"))};
      const log = await openResultLog(${JSON.stringify(file)}, ${JSON.stringify(header)});
      const refused = [];
      for (const at of Array(50).keys())
        try { await log.append("task " + at, sampleResult({})); } catch (error) { refused.push(error.code); }
      console.log(JSON.stringify(refused));`;
    const { stdout } = spawnSync(
      "sh",
      ["-c", 'ulimit -f 24; exec "$0" --input-type=module -e "$1"', process.execPath, program],
      { encoding: "utf8" },
    );
    const refused: string[] = JSON.parse(stdout);
    const kept = 50 - refused.length;
    expect(kept).toBeGreaterThan(1);
    expect(new Set(refused)).toEqual(new Set(["file_unwritable"]));
    expect((await readFile(file, "utf8")).endsWith("\n")).toBe(true);
    await logOf("later");
    expect(await entries()).toHaveLength(kept + 1);
  });
});

describe("readResultLog", () => {
  it("can be left early", async () => {
    await logOf("a", "b", "c");
    for await (const first of readResultLog(file)) {
      expect(first.metadata.questionId).toBe("q0");
      break;
    }
  });
});

describe("a results file that is a log", () => {
  it("leaves out lines with a bad field and tells of them once: line, field, and what was expected", async () => {
    await logOf("a", "b");
    const bad = { ...resultToJson(result("q")), stages: [{ name: "S", status: "ran", cost_usd: -1 }] };
    await appendFile(file, `${JSON.stringify({ task: "c", result: bad })}\n`);
    await expect(Array.fromAsync(readResultLog(file))).rejects.toThrow(/line 4.*cost_usd/s);
    const told: string[] = [];
    const opened = await openResultsFile(file, folder, (text) => told.push(text));
    for (const _ of [1, 2]) expect(await Array.fromAsync(opened.read())).toHaveLength(2);
    expect(told).toEqual([
      expect.stringMatching(
        /^1 line of .*run\.jsonl is no result and is left out: .*line 4.*stages\[0\]\.cost_usd: expected at least 0/s,
      ),
    ]);
  });
});

describe("digests", () => {
  const read = async (module: URL) => {
    const opened = await openResultsFile(file, folder, () => {}, { cores: 2, longerThan: 0, atOnce: 2 });
    const digester = { module, data: null, start: () => (one: VerificationResult) => one.metadata };
    const found: string[] = [];
    for await (const some of opened.digests(digester))
      for (const { questionId } of some) found.push(questionId);
    return found;
  };
  const moduleOf = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

  it("come from threads, and from this one what they are not asked for", async () => {
    await logOf("t0", "t1", "t2", "t3", "t4", "t5", "t6");
    const source = `import { parentPort } from "node:worker_threads";
      parentPort.on("message", ({ places }) => parentPort.postMessage(new TextEncoder().encode(
        places.map(({ task }) => JSON.stringify({ questionId: "thread " + task }) + "\\n").join(""))));`;
    expect(await read(moduleOf(source))).toEqual([
      ...["thread t0", "thread t1", "thread t2", "thread t3"],
      ...["q4", "q5", "thread t6"],
    ]);
  });

  it.each(["throw new Error('broken')", "process.exit()"])("of a thread that ends, %s", async (source) => {
    await logOf("t0", "t1", "t2", "t3");
    expect(await read(moduleOf(source))).toEqual(["q0", "q1", "q2", "q3"]);
  });
});
