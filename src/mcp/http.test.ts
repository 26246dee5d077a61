import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../base/testing/until.ts";
import type { ToolSource } from "../ports/index.ts";
import type { McpServer } from "./index.ts";
import { call, sourceOf, tenfoldClock } from "./testing/fault-source.ts";
import { type HttpFaults, httpFaultServer } from "./testing/http-fault-server.ts";
import { type ReferenceHttpServer, referenceHttpServer } from "./testing/reference-http-server.ts";

const at = (url: string, headers?: Record<string, string>): McpServer => ({
  name: "remote",
  transport: "http",
  url,
  ...(headers === undefined ? {} : { headers }),
});

describe("the reference server", () => {
  let streaming: ReferenceHttpServer;
  let older: ReferenceHttpServer;
  beforeAll(async () => {
    [streaming, older] = await Promise.all([
      referenceHttpServer("streamableHttp"),
      referenceHttpServer("sse"),
    ]);
  });
  afterAll(async () => {
    await Promise.all([streaming[Symbol.asyncDispose](), older[Symbol.asyncDispose]()]);
  });
  const url = () => `http://127.0.0.1:${streaming.port}/mcp`;
  const olderUrl = () => `http://127.0.0.1:${older.port}/sse`;

  test.each([
    ["streamable HTTP", url],
    ["the older transport", olderUrl],
  ])("answers over %s, many calls at a time", async (_, address) => {
    await using source = sourceOf([at(address())]);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_unused, index) => call(source, "echo", { message: String(index) })),
    );
    expect(outcomes.map(({ text }) => text)).toEqual(
      Array.from({ length: 30 }, (_unused, index) => `Echo: ${index}`),
    );
  });

  test.each([
    ["streamable HTTP", url],
    ["the older transport", olderUrl],
  ])("progress over %s keeps a call alive past the limit of silence", async (_, address) => {
    const limits = { sseReadTimeoutMs: 400 };
    const slow = { duration: 0.8, steps: 8 };
    await using source = sourceOf([at(address())], limits);
    expect(await call(source, "trigger-long-running-operation", slow)).toMatchObject({
      isError: false,
      text: expect.stringContaining("completed"),
    });
    await using impatient = sourceOf([at(address())], { ...limits, callTimeoutMs: 300 });
    expect(await call(impatient, "trigger-long-running-operation", slow)).toMatchObject({
      isError: true,
      text: expect.stringContaining("did not end within 0.3 s"),
    });
  });

  test.each([
    ["streamable HTTP", url, () => streaming],
    ["the older transport", olderUrl, () => older],
  ])("a restart over %s between two calls goes unnoticed", async (_, address, server) => {
    await using source = sourceOf([at(address())]);
    await call(source, "echo", { message: "before" });
    await server().restart();
    expect(await call(source, "echo", { message: "after" })).toEqual({ text: "Echo: after", isError: false });
  });
});

const long = "x".repeat(10_000);
/** A sixteenth of what a server may send; that is tried once. */
const short = { longestMessageBytes: 4 * 1024 * 1024 };

describe("faults", () => {
  async function withServer(
    faults: HttpFaults,
    check: (server: Awaited<ReturnType<typeof httpFaultServer>>) => Promise<void>,
  ): Promise<void> {
    await using server = await httpFaultServer(faults);
    await check(server);
  }
  const failure = (source: ToolSource): Promise<unknown> =>
    source.tools({}).then(
      () => undefined,
      (error: unknown) => error,
    );

  test("a needed header is sent; a wrong one is a permanent error that does not show it", () =>
    withServer({ key: "right-key-1" }, async ({ url }) => {
      await using source = sourceOf([at(url, { "x-api-key": "right-key-1" })]);
      expect(await call(source, "echo", { id: "1" })).toEqual({ text: "1", isError: false });
      expect(await call(source, "echo", { id: "it is right-key-1" })).toMatchObject({
        text: "it is [hidden]",
      });
      await using wrong = sourceOf([at(`${url}?team=blue-team`, { "x-api-key": "wrong-key-1" })]);
      const error = await failure(wrong);
      expect(error).toMatchObject({ code: "transport", category: "permanent", status: 401 });
      expect(String(error)).toContain(`MCP server "remote" at ${url} answered with status 401`);
      expect(String(error)).not.toMatch(/wrong-key-1|blue-team/);
    }));

  test.each([
    [429, "rate_limit"],
    [503, "server_error"],
    [404, "permanent"],
  ])("status %i is %s", (status, category) =>
    withServer({ status }, async ({ url }) => {
      await using source = sourceOf([at(url)]);
      expect(await failure(source)).toMatchObject({ category, status });
    }),
  );

  test("an address where nothing listens is a connection error, and one that never answers a timeout", async () => {
    const gone = await httpFaultServer();
    await gone[Symbol.asyncDispose]();
    await using source = sourceOf([at(gone.url)]);
    expect(await failure(source)).toMatchObject({
      category: "connection",
      message: expect.stringContaining("ECONNREFUSED"),
    });
    await using silent = await httpFaultServer({ silent: true });
    await using hanging = sourceOf([at(silent.url)], { httpTimeoutMs: 500, clock: tenfoldClock });
    expect(await failure(hanging)).toMatchObject({ category: "timeout" });
  });

  test("a lost session is opened anew once for all calls, each of which runs once", () =>
    withServer({}, async (server) => {
      await using source = sourceOf([at(server.url)]);
      await source.tools({});
      server.forgetSessions();
      const ids = Array.from({ length: 10 }, (_, index) => String(index));
      const outcomes = await Promise.all(ids.map((id) => call(source, "echo", { id })));
      expect(outcomes.map(({ text }) => text)).toEqual(ids);
      expect(server.ran.toSorted()).toEqual(ids);
      expect(server.openSessions).toBe(1);
    }));

  test.each(["cut_at_once", "cut", "end"])(
    "a reply that breaks off (%s) is an errored outcome at once, and not repeated",
    (tool) =>
      withServer({}, async (server) => {
        await using source = sourceOf([at(server.url)]);
        expect(await call(source, tool)).toEqual({
          isError: true,
          text: expect.stringMatching(/broke off .*what was asked may or may not have been done/),
        });
        expect(server.ran).toEqual([tool]);
      }),
  );

  test.each<[string, object]>([
    ["pings", { method: "ping", id: 7 }],
    ["requests", { method: "sampling/createMessage", id: "a", params: {} }],
    ["log lines", { method: "notifications/message", params: { level: "info", data: long } }],
    [
      "progress",
      { method: "notifications/progress", params: { progressToken: 0, progress: 1, message: long } },
    ],
  ])("a reply of endless messages that answer nothing ends, and few are replied to: %s", (_, message) =>
    withServer({ endless: { jsonrpc: "2.0", ...message } }, async (server) => {
      await using source = sourceOf([at(server.url)], short);
      expect(String(await failure(source))).toContain("sent 4194304 bytes without an answer");
      expect(server.requests.length).toBeLessThan(1000);
    }),
  );

  test("a list of messages in place of the one asked for is refused", () =>
    withServer({ reply: [{ jsonrpc: "2.0", id: 7, method: "ping" }] }, async ({ url }) => {
      await using source = sourceOf([at(url)]);
      expect(String(await failure(source))).toContain("expected one message, found a list of messages");
    }));

  test("a call whose progress never ends is ended, and the session goes on", () =>
    withServer({}, async ({ url }) => {
      await using source = sourceOf([at(url)]);
      expect(await call(source, "flood")).toMatchObject({
        isError: true,
        text: expect.stringContaining("sent 67108864 bytes without an answer"),
      });
      expect(await call(source, "echo", { id: "1" })).toMatchObject({ text: "1" });
    }));

  test.each([{ json: false }, { json: true }])("a cancelled call is cancelled at the server: %o", (faults) =>
    withServer(faults, async (server) => {
      await using source = sourceOf([at(server.url)]);
      await source.tools({});
      const caller = new AbortController();
      const outcome = call(source, "hang", {}, caller.signal).catch((error: unknown) => error);
      await until(() => server.ran.includes("hang"));
      caller.abort();
      expect(await outcome).toMatchObject({ code: "cancelled" });
      await until(() => server.ran.includes("hang cancelled"));
      expect(await call(source, "echo", { id: "still here" })).toMatchObject({ text: "still here" });
    }),
  );

  test("closing ends the session at the server and leaves no socket open", () =>
    withServer({}, async (server) => {
      const source = sourceOf([at(server.url)]);
      await call(source, "echo", { id: "1" });
      const pending = call(source, "hang");
      await until(() => server.ran.includes("hang"));
      await source[Symbol.asyncDispose]();
      expect(await pending).toMatchObject({ isError: true });
      expect(server.openSessions).toBe(0);
      expect(server.requests).toContain("DELETE 200");
      await until(() => server.openSockets === 0);
    }));

  test("servers whose tools have the same names are called each by its own", async () => {
    await using one = await httpFaultServer();
    await using two = await httpFaultServer();
    await using source = sourceOf([
      { name: "two", transport: "http", url: two.url },
      { name: "one", transport: "http", url: one.url },
    ]);
    await call(source, "two__echo", { id: "for two" });
    expect(source.servers).toEqual(["one", "two"]);
    expect([one.ran, two.ran]).toEqual([[], ["for two"]]);
  });

  test("two servers of one name are refused", () => {
    expect(() => sourceOf([at("http://127.0.0.1:1/"), at("http://127.0.0.1:2/")])).toThrow(
      expect.objectContaining({ code: "configuration", message: 'Two MCP servers are called "remote".' }),
    );
  });
});
