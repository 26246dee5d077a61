import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { regexTrait } from "../rubric/index.ts";
import { judgeAnswers } from "./answers/judge-answers.ts";
import type { LogProblem } from "./task-eval/live-log/log-problem.ts";
import type { LogFileOptions } from "./task-eval/live-log/log-settings.ts";
import { TaskEval } from "./task-eval/task-eval.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "task-eval-log-"));
  file = path.join(folder, "made/for/it/log.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function logger(options: Partial<LogFileOptions> = {}, taskId = "app") {
  const told: LogProblem[] = [];
  const taskEval = new TaskEval({
    taskId,
    logTo: { file, seed: 1, onProblem: (problem) => told.push(problem), ...options },
  });
  return { taskEval, told };
}
const rowsOf = async (name = file) =>
  (await readFile(name, "utf8"))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const rubric = [regexTrait({ name: "cites", pattern: "\\[\\d\\]" })];
// regular expressions need no judge, and a run needs one by name
const config = { parsingModels: [{ modelName: "nobody", endpointBaseUrl: "http://127.0.0.1:9" }] };

describe("TaskEval with a file", () => {
  test("writes lines that judge reads, with what is known of them", async () => {
    const { taskEval } = logger();
    const record = taskEval.log("It is [1].", {
      ...{ question: "What?", model: "app-2", tags: ["eu"], level: "warn", stepId: "answer" },
      ...{ contexts: ["A."], key: "t1" },
    });
    taskEval.logTrace([
      { role: "assistant", content: [{ type: "tool_use", id: "1", name: "look_up", input: {} }] },
      { role: "tool", content: [{ type: "tool_result", toolUseId: "1", content: "x", isError: false }] },
      { role: "assistant", content: [{ type: "text", text: "Done." }] },
    ]);
    expect(taskEval.events).toEqual([]);
    expect(taskEval.flush()).toBe(true);
    expect((await rowsOf())[0]).toEqual({
      ...{ timestamp: record.timestamp, level: "warn", task_id: "app", step_id: "answer", tags: ["eu"] },
      ...{ question: "What?", model: "app-2", answer: "It is [1]." },
      contexts: [{ text: "A.", source: null, id: null, score: null }],
    });
    const { results, unused } = await judgeAnswers(file, { rubric, config });
    expect(unused).toEqual([]);
    expect(
      results.results.map(({ metadata, rubric: judged }) => [
        metadata.questionText,
        judged?.regexTraitScores,
      ]),
    ).toEqual([
      ["What?", { cites: true }],
      ["The question is not known.", { cites: false }],
    ]);
    expect(results.results[1]?.template?.agentMetrics?.toolCalls).toBe(1);
    await expect(taskEval.evaluate(config)).rejects.toThrow(
      "Events go to a file and are not kept in memory.",
    );
  });

  test("is read into another TaskEval, with its steps; lines that are none are named", async () => {
    const { taskEval } = logger();
    taskEval.log("It is [1].", { stepId: "s", target: "step" });
    taskEval.logTrace("Whole.", { questionId: "q" });
    logger({}, "another").taskEval.log("Not mine.");
    taskEval.close();
    await writeFile(file, '\n{"answer": 5}\n{"cut', { flag: "a" });
    const again = new TaskEval({ taskId: "app" });
    expect((await again.loadLog(file)).map(({ place }) => place)).toEqual([4, 5]);
    expect(again.events.map(({ text, stepId, traceMessages }) => [text, stepId, traceMessages])).toEqual([
      ["It is [1].", "s", null],
      ["Whole.", null, [{ role: "assistant", content: "Whole." }]],
    ]);
    again.addRubric(rubric, { stepId: "s" });
    expect((await again.evaluate(config)).summary()).toBe("1/1 rubric traits passed");
  });

  test("takes whatever it is given, throws nothing and tells each kind of problem once", async () => {
    const circle: { self?: unknown; big: bigint; when: Date } = { big: 7n, when: new Date(0) };
    circle.self = circle;
    const hostile = {
      get question(): string {
        throw new Error("no");
      },
    };
    const endless = new Proxy([], { get: (_, name) => (name === "length" ? 2 ** 32 : "x") });
    const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], "x");
    const gone = Proxy.revocable({}, {});
    gone.revoke();
    const never = { toString: () => { throw circle; } }; // biome-ignore format: one line
    const { taskEval, told } = logger();
    const log = (said: unknown, options?: unknown) =>
      Reflect.apply(taskEval.log, taskEval, [said, options]).text;
    expect(log(circle)).toBe('{"big":"7","when":"1970-01-01T00:00:00.000Z","self":"[circular]"}');
    expect(log("a", hostile)).toBe("a");
    expect(log(endless)).toBe("");
    expect(log(deep)).toContain("[too deep]");
    expect(log(gone.proxy)).toBe("[could not be read]");
    expect(log(new Map([["a", new Set([1, Number.NaN])]]))).toBe('{"a":[1,null]}');
    expect(log(Buffer.alloc(1e6))).toBe("[1000000 bytes]");
    expect(log(new Error("failed"))).toBe("failed");
    expect(log(undefined)).toBe("");
    expect(log(Symbol("s"))).toBe("");
    expect(log(never)).toBe("{}");
    expect(log("b", 5)).toBe("b");
    expect(log("c", { level: "loud", tags: ["t"], stepId: 7 })).toBe("c");
    expect(log("x".repeat(20_000_001))).toBe("");
    expect(Reflect.apply(taskEval.logTrace, taskEval, [[{ role: "nobody" }]]).text).toBe(
      '[{"role":"nobody"}]',
    );
    expect(taskEval.close()).toBe(true);
    expect(log("late")).toBe("late");
    expect(told.map(({ kind }) => kind).toSorted()).toEqual(["invalid", "lost", "too_large", "unreadable"]);
    expect(taskEval.logCounts).toEqual({
      ...{ written: 13, waiting: 0, leftOut: 0, lost: 3 },
      problems: { invalid: 6, lost: 1, too_large: 2, unreadable: 5, unwritable: 0 },
    });
    expect((await rowsOf()).find(({ answer }) => answer === "c")).toMatchObject({
      level: "info",
      tags: ["t"],
    });
  });

  test("keeps lines for a file that cannot be written, as many as there is room for", async () => {
    const blocked = path.join(folder, "blocked");
    await writeFile(blocked, "");
    const { taskEval, told } = logger({ file: path.join(blocked, "log.jsonl"), maxWaitingBytes: 1000 });
    for (let at = 0; at < 20; at += 1) taskEval.log("x".repeat(60), { questionId: `q${at}` });
    expect(taskEval.flush()).toBe(false);
    expect(taskEval.logCounts).toMatchObject({ written: 0, waiting: 6, lost: 14 });
    expect(told.map(({ kind }) => kind)).toEqual(["unwritable", "lost"]);
    await rm(blocked);
    expect(taskEval.close()).toBe(true);
    expect((await rowsOf(path.join(blocked, "log.jsonl"))).map(({ question_id }) => question_id)).toEqual([
      "q0",
      "q1",
      "q2",
      "q3",
      "q4",
      "q5",
    ]);
    const toFolder = logger({ file: folder });
    toFolder.taskEval.log("x");
    expect([toFolder.taskEval.flush(), toFolder.told[0]?.kind]).toEqual([false, "unwritable"]);
  });

  test("whoever is told of a problem may throw, reject or log", () => {
    const reactions: readonly ((taskEval: TaskEval) => void)[] = [
      () => {
        throw new Error("on purpose");
      },
      async () => {
        throw new Error("on purpose");
      },
      (taskEval) => void Reflect.apply(taskEval.log, taskEval, ["again", 5]),
    ];
    for (const react of reactions) {
      const { taskEval } = logger({ onProblem: () => react(taskEval) });
      expect(Reflect.apply(taskEval.log, taskEval, ["x", 5]).text).toBe("x");
    }
  });

  test("a file that was moved away is made anew, and a line that was cut off stays by itself", async () => {
    const { taskEval } = logger();
    taskEval.log("one");
    taskEval.flush();
    await rename(file, `${file}.1`);
    taskEval.log("two");
    taskEval.flush();
    await writeFile(file, '{"answer": "cut o', { flag: "a" });
    taskEval.log("three");
    taskEval.flush();
    const text = await readFile(file, "utf8");
    expect(text.split("\n").map((line) => /"answer":\s?"(\w*)/.exec(line)?.[1])).toEqual([
      ...["two", "cut", "three", undefined],
    ]);
  });

  test("a share is written: the same keys with the same seed, all of a smaller share in a larger one", async () => {
    const kept = async (sampleRate: number, seed: number | string, hasKey = true) => {
      const name = path.join(folder, `${sampleRate}-${seed}-${hasKey}.jsonl`);
      const { taskEval } = logger({ file: name, sampleRate, seed });
      for (let at = 0; at < 2000; at += 1)
        taskEval.log("x", { questionId: `${at}`, ...(hasKey && { key: `trace-${Math.floor(at / 2)}` }) });
      taskEval.close();
      const ids = (await rowsOf(name)).map(({ question_id }) => Number(question_id));
      expect(taskEval.logCounts).toMatchObject({ written: ids.length, leftOut: 2000 - ids.length });
      await rm(name);
      return ids;
    };
    const some = await kept(0.2, 7);
    expect(some.length).toBeGreaterThan(300);
    expect(some.length).toBeLessThan(500);
    expect(await kept(0.2, 7)).toEqual(some);
    for (const id of some) expect(some).toContain(id % 2 === 0 ? id + 1 : id - 1);
    expect(await kept(0.5, 7)).toEqual(expect.arrayContaining(some));
    expect(await kept(0.2, "8")).not.toEqual(some);
    const drawn = await kept(0.2, 7, false);
    expect(drawn.length).toBeGreaterThan(300);
    expect(drawn.length).toBeLessThan(500);
  });

  test("wrong options are told when the program starts", () => {
    expect(() => logger({ sampleRate: 2 })).toThrow(/sampleRate/);
    // @ts-expect-error no such option
    expect(() => logger({ rate: 1 })).toThrow('unknown option "rate"');
  });

  test("processes that end lose nothing, and lines of several do not mix; one whose disk is full goes on", async () => {
    await mkdir(path.dirname(file), { recursive: true });
    const program = path.join(import.meta.dirname, "testing/log-program.ts");
    const run = (args: readonly string[], before = "") =>
      promisify(execFile)("sh", [
        ...["-c", `${before} exec "$0" "$@"`, process.execPath, program, file, ...args],
      ]).catch((error) => error);
    await Promise.all([run(["a", "400", "3000"]), run(["throws", "400", "3000"])]);
    const names = (await rowsOf()).map(({ question_id, answer }) => [question_id, answer.length]);
    expect(names).toHaveLength(800);
    expect(new Set(names.map(String)).size).toBe(800);
    const before = (await readFile(file)).length;
    const limit = Math.ceil(before / 512) + 4;
    const full = await run(["full", "10", "500"], `ulimit -f ${limit};`);
    expect(full.stdout).toContain("log.jsonl");
    expect(full.code ?? 0).toBe(0);
    const { taskEval } = logger();
    taskEval.log("after");
    taskEval.close();
    const lines = (await readFile(file, "utf8")).split("\n").slice(800, -1);
    const isWhole = (line: string) => line.startsWith("{") && line.endsWith("}");
    expect(lines.filter((line) => !isWhole(line)).length).toBeLessThanOrEqual(1);
    expect(lines.filter(isWhole).length).toBeGreaterThan(1);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ answer: "after" });
  });
});
