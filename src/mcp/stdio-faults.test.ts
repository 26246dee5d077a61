import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TransportError } from "../base/index.ts";
import { firstCases } from "../base/testing/property-runs.ts";
import { until } from "../base/testing/until.ts";
import type { McpServer } from "./index.ts";
import { call, faultServer, laterTenfoldClock, sourceOf, tenfoldClock } from "./testing/fault-source.ts";
import { isCollected, isRunning } from "./testing/processes.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcp-faults-"));
});
afterAll(() => rm(folder, { recursive: true }));

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const long = "x".repeat(10_000);

describe("connecting", () => {
  test("a program that ends at once is an error that quotes the end of its error output, without secrets", async () => {
    const server: McpServer = {
      ...stdio(faultServer("exits")),
      env: { DATABASE_PASSWORD: "hunter2hunter2" },
    };
    await using source = sourceOf([server]);
    const error = await rejection(source.tools({}));
    expect(TransportError.isInstance(error) && error).toMatchObject({ category: "connection" });
    expect(String(error)).toMatch(/"exits" \(node\) ended before it answered \(exit code 3\)/);
    expect(String(error)).toContain("cannot open the database with [hidden]");
    expect(String(error).length).toBeLessThan(4400);
  });

  test("a program that does not exist is an error of the settings, one that hangs a timeout", async () => {
    await using missing = sourceOf([
      { name: "gone", transport: "stdio", command: "no-such-program", args: [] },
    ]);
    expect(await rejection(missing.tools({}))).toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/"gone" \(no-such-program\) could not be started/),
    });
    const named = { name: "gone", transport: "stdio", command: "SEKRET-000", args: [] } as const;
    await using secret = sourceOf([{ ...named, secrets: ["SEKRET-000"] }]);
    expect(String(await rejection(secret.tools({})))).toContain('"gone" ([hidden]) could not be started');
    await using hanging = sourceOf([faultServer("hangs")], { httpTimeoutMs: 300, clock: tenfoldClock });
    expect(await rejection(hanging.tools({}))).toMatchObject({
      category: "timeout",
      message: expect.stringContaining("gave no answer within 0.3 s"),
    });
  });

  test("an error about a program shows no key of its arguments, in its causes neither", async () => {
    const args = ["https://h/mcp", "--header", "Authorization: Bearer litZ9k2Qm47Xw81Vb3"];
    await using source = sourceOf([{ name: "gone", transport: "stdio", command: "no-such-program", args }]);
    const error = await rejection(source.tools({}));
    expect(error).toMatchObject({
      code: "configuration",
      cause: { code: expect.stringMatching(/^E(NOENT|ACCES)$/) },
    });
    expect(inspect(error, { depth: 9 })).not.toContain("litZ9k2Qm47Xw81Vb3");
  });

  test("a server that could not be reached is tried again at the next use, the others stay connected", async () => {
    const notes = join(folder, "others");
    const server = { ...stdio(faultServer("plain", "", "late")), cwd: join(folder, "not-yet") };
    await using source = sourceOf([server, faultServer("plain", notes, "other")]);
    expect(await rejection(source.tools({}))).toMatchObject({ code: "configuration" });
    await mkdir(server.cwd);
    expect((await source.tools({})).map(({ name }) => name)).toContain("late__search");
    expect(await readFile(notes, "utf8")).toBe("started\n");
  });

  test("a list on several pages is read to its end; what cannot be used is left out and logged", async () => {
    const log: string[] = [];
    await using source = sourceOf([faultServer("pages")], { notify: (line) => log.push(line) });
    expect(await source.tools({})).toMatchObject([
      { name: "first", description: "" },
      { name: "second", description: "The second" },
    ]);
    expect(log).toEqual([
      'MCP server "pages" lists a tool that is left out: "first" is listed twice',
      'MCP server "pages" lists a tool that is left out: "slow" runs only as a background task',
    ]);
  });

  test.each<[string, object, number | undefined]>([
    ["pings", { method: "ping", id: 7, params: { _meta: { long } } }, 4 * 1024 * 1024],
    [
      "log lines",
      { method: "notifications/message", params: { level: "info", data: long.repeat(10) } },
      undefined,
    ],
  ])("a program that sends endless messages and answers nothing is ended: %s", async (_, message, limit) => {
    const flood = JSON.stringify({ jsonrpc: "2.0", ...message });
    await using source = sourceOf([faultServer("floods", flood)], { longestMessageBytes: limit });
    expect(String(await rejection(source.tools({})))).toContain(
      `it sent ${limit ?? 64 * 1024 * 1024} bytes without an answer`,
    );
  });

  test("many who ask at once start a program once; who cancels does not disturb the others", async () => {
    const notes = join(folder, "once");
    await using source = sourceOf([faultServer("plain", notes)]);
    const cancelled = new AbortController();
    const asked = Array.from({ length: 50 }, () => source.tools({}));
    const given = rejection(source.tools({ signal: cancelled.signal }));
    cancelled.abort();
    expect(await given).toMatchObject({ code: "cancelled" });
    await Promise.all(asked);
    expect(await readFile(notes, "utf8")).toBe("started\n");
  });
});

describe("calling", () => {
  test("a program that crashes in a call gives an errored outcome; the call is not repeated, the next starts it again", async () => {
    const log: string[] = [];
    await using source = sourceOf([faultServer("plain", join(folder, "crash"))], {
      notify: (line) => log.push(line),
    });
    expect(await call(source, "crash_once")).toEqual({
      isError: true,
      text: expect.stringMatching(/"plain" broke off while its tool "crash_once" ran.*may or may not/),
    });
    expect(await call(source, "crash_once")).toEqual({ text: "alive", isError: false });
    expect(log.join("\n")).toMatch(
      /"plain" ended \(exit code 7\); it wrote: out of memory\n.*connected anew/,
    );
  });

  test("a program that went away between two calls is started again unnoticed", async () => {
    const notes = join(folder, "leave");
    await using source = sourceOf([faultServer("plain", notes)]);
    const { text: pid } = await call(source, "leave");
    await until(() => isCollected(Number(pid)));
    expect(await call(source, "search", { query: "x" })).toEqual({ text: "plain found x", isError: false });
    expect(await readFile(notes, "utf8")).toBe("started\nstarted\n");
  });

  test("silence ends a call with an errored outcome and tells the server", async () => {
    const notes = join(folder, "silence");
    await using source = sourceOf([faultServer("plain", notes)], {
      sseReadTimeoutMs: 10_000,
      clock: tenfoldClock,
    });
    expect(await call(source, "hang")).toEqual({
      isError: true,
      text: 'The tool "hang" of the MCP server "plain" gave no sign of life for 10 s and was stopped.',
    });
    await until(async () => (await readFile(notes, "utf8")).endsWith("cancelled\n"));
    expect(await call(source, "search", { query: "x" })).toMatchObject({ isError: false });
  });

  test("cancelling rejects and tells the server", async () => {
    const notes = join(folder, "cancel");
    await using source = sourceOf([faultServer("plain", notes)]);
    await source.tools({});
    const caller = new AbortController();
    const outcome = rejection(call(source, "hang", {}, caller.signal));
    await until(async () => (await readFile(notes, "utf8")).includes("called"));
    caller.abort();
    expect(await outcome).toMatchObject({ code: "cancelled" });
    await until(async () => (await readFile(notes, "utf8")).endsWith("cancelled\n"));
  });

  test("texts past 100,000 characters are cut; a failure is told as one", async () => {
    await using source = sourceOf([faultServer("plain")]);
    const { text } = await call(source, "huge");
    expect(text.length).toBeLessThan(100_100);
    expect(text).toMatch(/ab\n\[1,900,000 further characters left out\]$/);
    expect(await call(source, "fail")).toEqual({ text: "no such row", isError: true });
  });

  test("the list of tools stays as it was at the start, and a change is logged", async () => {
    const log: string[] = [];
    await using source = sourceOf([faultServer("plain")], { notify: (line) => log.push(line) });
    const before = await source.tools({});
    await call(source, "more_tools");
    await until(() => log.some((line) => line.includes('"plain" changed its tools')));
    expect((await source.tools({})).map(({ name }) => name)).toEqual(before.map(({ name }) => name));
  });

  test("a server that says at its start, and later, that nothing changed is not logged", async () => {
    const log: string[] = [];
    const notes = join(folder, "chatty");
    await using source = sourceOf([faultServer("chatty", notes)], { notify: (line) => log.push(line) });
    await source.tools({});
    expect(await call(source, "announce")).toMatchObject({ isError: false });
    await until(async () => (await readFile(notes, "utf8")).split("listed\n").length > 2);
    await call(source, "search", { query: "x" });
    expect(log).toEqual([]);
  });

  test("a program sees only what it needs and what its settings declare", async () => {
    const server: McpServer = {
      ...stdio(faultServer("plain")),
      env: { REGION: "north", API_TOKEN: "s3cr3t-t0k3n" },
    };
    const environment = { PATH: process.env.PATH, HOME: "/home/ada", OPENAI_API_KEY: "sk-other" };
    await using source = sourceOf([server], { environment });
    const seen = JSON.parse((await call(source, "environment")).text);
    expect(seen).toMatchObject({ HOME: "/home/ada", REGION: "north", API_TOKEN: "[hidden]" });
    expect(seen).not.toHaveProperty("OPENAI_API_KEY");
  });
});

describe("closing", () => {
  test("a program that ignores every plea is gone, and so is what it started", async () => {
    const notes = join(folder, "stubborn");
    const clock = laterTenfoldClock();
    const source = sourceOf([faultServer("stubborn", notes)], { clock });
    await source.tools({});
    clock.hurry();
    const pids = (await readFile(notes, "utf8")).split(" ").map(Number);
    expect(pids.map(isRunning)).toEqual([true, true]);
    await source[Symbol.asyncDispose]();
    await source[Symbol.asyncDispose]();
    // what was killed ends as soon as the system comes to it
    await until(() => !pids.some(isRunning));
    expect(await rejection(source.tools({}))).toMatchObject({ code: "cancelled" });
  });

  test.each(firstCases(1, ["is killed", "disposes", "exits", "exits with a search"]))(
    "a process that %s leaves no program behind and is not kept alive",
    async (how) => {
      const notes = join(folder, how);
      const script = join(import.meta.dirname, "testing/ending-process.ts");
      const started = promisify(execFile)(process.execPath, [script, how, notes], { timeout: 50_000 });
      const { stdout } = await started.catch((error) => error); // one that is killed fails, and wrote before
      expect(stdout).toBe("connected");
      const pids = (await readFile(notes, "utf8")).split(" ").map(Number);
      await until(() => !pids.some(isRunning));
    },
  );

  test("closing while connecting ends the program", async () => {
    const source = sourceOf([faultServer("hangs")], { clock: tenfoldClock });
    const asked = rejection(source.tools({}));
    await source[Symbol.asyncDispose]();
    expect(await asked).toMatchObject({ code: "cancelled" });
  });
});

function stdio(server: McpServer): McpServer & { readonly transport: "stdio" } {
  if (server.transport !== "stdio") throw new Error("not a program");
  return server;
}
