import { describe, expect, it } from "vitest";
import type { Clock } from "../../base/index.ts";
import { type ServedHandler, type ServedReply, startModelServer } from "../../models/testing/index.ts";
import { describeSearch } from "../testing/search-contract.ts";
import { startTavilyServer } from "../testing/tavily-server.ts";
import { type TavilySearchOptions, tavilySearch } from "./tavily-search.ts";

const apiKey = "tvly-secret-key-0001";
const row = { title: "BCL2", url: "https://example.org", content: "inhibited", score: 0.5 };
const found = { ok: true, results: [{ title: "BCL2", url: "https://example.org", content: "inhibited" }] };

/** Waits take no time, and are kept. */
const waits: number[] = [];
const clock: Clock = {
  now: () => 0,
  monotonic: () => 0,
  sleep: async (ms) => {
    waits.push(ms);
  },
};

async function served(
  replies: ServedHandler | readonly ServedReply[],
  options: Partial<TavilySearchOptions> = {},
) {
  waits.length = 0;
  const server = await startModelServer(replies);
  const port = tavilySearch({ apiKey, baseUrl: server.url, clock, random: () => 1, ...options });
  return {
    server,
    port,
    async [Symbol.asyncDispose]() {
      await port[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describeSearch({
  name: "Tavily",
  async open() {
    const server = await startTavilyServer();
    const port = tavilySearch({ apiKey, baseUrl: server.url });
    return {
      port,
      async [Symbol.asyncDispose]() {
        await port[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
});

describe("tavilySearch", () => {
  it("sends the query, the settings and the key", async () => {
    await using subject = await served([{ body: { results: [row] } }]);
    expect(await subject.port.search(["What is inhibited?"])).toEqual([found]);
    expect(subject.server.requests).toHaveLength(1);
    const [sent] = subject.server.requests;
    expect(sent?.path).toBe("/search");
    expect(sent?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(sent?.body).toEqual({ query: "What is inhibited?", search_depth: "basic", max_results: 3 });
  });

  it("keeps no more results than were asked for", async () => {
    await using subject = await served([{ body: { results: [row, row, row] } }], {
      maxResults: 2,
      searchDepth: "advanced",
    });
    expect(await subject.port.search(["q"])).toEqual([
      { ok: true, results: [...found.results, ...found.results] },
    ]);
    expect(subject.server.requests[0]?.body).toMatchObject({ search_depth: "advanced", max_results: 2 });
  });

  it("cuts a query that Tavily would refuse, between words where there are any", async () => {
    await using subject = await served([{ body: { results: [] } }]);
    await subject.port.search([`${"word ".repeat(79)}words and more`, "x".repeat(500), "😀".repeat(401)]);
    const sent = subject.server.requests.map(({ body }) => String(body.query));
    expect(new Set(sent)).toEqual(new Set([`${"word ".repeat(79)}words`, "x".repeat(400), "😀".repeat(400)]));
  });

  it("has at most 5 requests on their way", async () => {
    let running = 0;
    let most = 0;
    await using subject = await served(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { body: { results: [] } };
    });
    await subject.port.search(Array.from({ length: 20 }, (_, index) => `q${index}`));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(5);
  });

  it.each([{ results: "none" }, { results: null }, {}, [], "text", { results: [1, null, { title: "t" }] }])(
    "finds nothing in %j",
    async (body) => {
      await using subject = await served([{ body: JSON.stringify(body) }]);
      expect(await subject.port.search(["q"])).toEqual([{ ok: true, results: [] }]);
    },
  );
});

describe("failures of Tavily", () => {
  const failing = (status: number, error: string): ServedReply => ({ status, body: { detail: { error } } });

  it.each([
    [401, "TAVILY_API_KEY"],
    [432, "used up"],
    [400, "Query is"],
  ])("status %i is not retried, says why, and hides the key", async (status, words) => {
    await using subject = await served([failing(status, `Query is wrong for key ${apiKey}.`)]);
    const [outcome] = await subject.port.search(["q"]);
    expect(outcome).toEqual({ ok: false, problem: expect.stringContaining(words) });
    expect(JSON.stringify(outcome)).not.toContain(apiKey);
    expect(subject.server.requests).toHaveLength(1);
  });

  it("waits as long as a 429 asks for, and tries again", async () => {
    const limited = { ...failing(429, "slow down"), headers: { "retry-after": "7" } };
    await using subject = await served([limited, { body: { results: [row] } }]);
    expect(await subject.port.search(["q"])).toEqual([found]);
    expect(waits).toEqual([7000]);
  });

  it.each([
    ["status 500", { status: 500, body: "<html>" }, "500"],
    ["a body that is not JSON", { body: "{'results'" }, "not JSON"],
  ])("%s is retried, then a failure that is asked again", async (_, reply, words) => {
    await using subject = await served([reply, reply, reply, { body: { results: [row] } }]);
    const [outcome] = await subject.port.search(["q"]);
    expect(outcome).toEqual({ ok: false, problem: expect.stringContaining(words) });
    expect(subject.server.requests).toHaveLength(3);
    expect(await subject.port.search(["q"])).toEqual([found]);
  });

  it("ends an attempt at the time limit", async () => {
    await using subject = await served([{ hang: true }], { timeoutMs: 20 });
    expect(await subject.port.search(["q"])).toEqual([
      { ok: false, problem: expect.stringContaining("within 0.02 s") },
    ]);
    // how many of its attempts come to the server in so little time is not said
    expect(waits).toHaveLength(3);
  });

  it("a server that is not there", async () => {
    await using port = tavilySearch({ apiKey, baseUrl: "http://127.0.0.1:9", clock });
    expect(await port.search(["q"])).toEqual([
      { ok: false, problem: expect.stringContaining("could not be reached") },
    ]);
  });

  it("a base URL that is none", () => {
    expect(() => tavilySearch({ apiKey, baseUrl: "tavily" })).toThrow(
      expect.objectContaining({ code: "configuration" }),
    );
  });
});
