import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { LlmPort } from "../../ports/index.ts";
import { userMessage } from "../../trace/index.ts";
import { type ServedReply, startModelServer } from "../testing/index.ts";
import type { ContractCase } from "./contract-case.ts";
import { assertIncludes, type LlmContractSubject, served } from "./llm-contract.ts";

const request = { messages: [userMessage("What is the target?")] };

/** What a call that has to fail fails with, as an object to look at. */
async function failureOf(llm: LlmPort, extra: object = {}): Promise<{ readonly [member: string]: unknown }> {
  const thrown: unknown = await llm.generate({ ...request, ...extra }).then(
    () => assert.fail("the call should fail"),
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof Error, "expected an error");
  return Object.assign(Object.create(null), thrown, { message: thrown.message, text: String(thrown) });
}

/** What every adapter behind `LlmPort` does when nothing usable comes back. */
export function llmFailureContract(subject: LlmContractSubject): readonly ContractCase[] {
  const { wire, secret, open, plain = false } = subject;
  return [
    ...statuses.map(([status, category]) => ({
      name: `calls status ${status} ${category}, after one request`,
      async run() {
        const message = `timeout, connection and 429 are only words; key ${secret}`;
        await using on = await served(subject, [{ status, body: wire.error(message) }]);
        const error = await failureOf(on.llm);
        assert.deepEqual([error.code, error.category, error.status], ["transport", category, status]);
        if (!plain) assertIncludes(String(error.message), "only words");
        if (!plain) assertIncludes(String(error.text), on.server.url);
        assert.ok(!String(error.text).includes(secret), "the key shows");
        assert.equal(on.server.requests.length, 1);
      },
    })),
    ...(plain ? [] : adviceCases(subject)),
    {
      name: "calls a refused connection a connection failure",
      async run() {
        const server = await startModelServer([]);
        await server[Symbol.asyncDispose]();
        await using llm = await open(server.url);
        const { category, hint, text } = await failureOf(llm);
        assert.equal(category, "connection");
        if (plain) return;
        assertIncludes(String(hint), "running");
        assertIncludes(String(text), "ECONNREFUSED");
      },
    },
    {
      name: "ends a call at its time limit",
      async run() {
        await using on = await served(subject, [{ hang: true }]);
        const { category, message } = await failureOf(on.llm, { timeoutMs: 60 });
        assert.equal(category, "timeout");
        assertIncludes(String(message), "within 0.06 s");
      },
    },
    ...unreadable.map(([what, reply, category]) => ({
      name: `calls ${what} a failure of transport`,
      async run() {
        await using on = await served(subject, [reply]);
        const error = await failureOf(on.llm);
        assert.deepEqual([error.code, error.category], ["transport", category]);
      },
    })),
    {
      name: "stops when the caller cancels, before and during the call",
      async run() {
        const controller = new AbortController();
        await using on = await served(subject, () => {
          setTimeout(() => controller.abort(), 20);
          return { hang: true };
        });
        const pending = failureOf(on.llm, { signal: controller.signal, timeoutMs: 5000 });
        assert.equal((await pending).code, "cancelled");
        const until = performance.now() + 1000;
        while (on.server.abandoned === 0 && performance.now() < until) await setImmediate();
        assert.equal(on.server.abandoned, 1, "the signal does not end the request to the server");
        assert.equal((await failureOf(on.llm, { signal: AbortSignal.abort() })).code, "cancelled");
      },
    },
    {
      name: "answers again after a failure",
      async run() {
        await using on = await served(subject, [
          { status: 500, body: wire.error("oops") },
          { body: wire.reply({ text: "back" }) },
        ]);
        await failureOf(on.llm);
        assert.equal((await on.llm.generate(request)).text, "back");
      },
    },
  ];
}

/** What adapters on our own connection pool do as well. */
function adviceCases(subject: LlmContractSubject): readonly ContractCase[] {
  const { wire } = subject;
  return [
    {
      name: "passes on how long the server asks to wait",
      async run() {
        const reply = { status: 429, headers: { "retry-after": "7" }, body: wire.error("slow down") };
        await using on = await served(subject, [reply]);
        const { category, retryAfterMs } = await failureOf(on.llm);
        assert.deepEqual([category, retryAfterMs], ["rate_limit", 7000]);
      },
    },
    {
      name: "names what to do about a refused key and an unknown model",
      async run() {
        await using on = await served(subject, [
          { status: 401, body: wire.error("bad key") },
          { status: 404, body: wire.error("no such model") },
        ]);
        assert.match(String((await failureOf(on.llm)).hint), /key in \w+/);
        assertIncludes(String((await failureOf(on.llm)).hint), "model name");
      },
    },
    ...huge().map(([what, reply]) => ({
      name: `does not keep ${what}`,
      async run() {
        await using on = await served(subject, [reply, { body: wire.reply({ text: "back" }) }]);
        const before = process.memoryUsage().rss;
        const error = await failureOf(on.llm);
        assert.equal(error.code, "transport");
        assert.match(String(error.category), /permanent|server_error/);
        assert.ok((process.memoryUsage().rss - before) / 2 ** 20 < 500, "the reply is kept");
        assert.equal((await on.llm.generate(request)).text, "back");
      },
    })),
  ];
}

const statuses = [
  [400, "permanent"],
  [401, "permanent"],
  [403, "permanent"],
  [404, "permanent"],
  [408, "timeout"],
  [422, "permanent"],
  [429, "rate_limit"],
  [500, "server_error"],
  [503, "server_error"],
  [529, "server_error"],
] as const;

const unreadable: readonly (readonly [string, ServedReply, string])[] = [
  ["a body cut off in transit", { truncated: '{"id": "1", "choi' }, "connection"],
  ["a body that is not JSON", { body: "<html>gateway</html>" }, "server_error"],
  ["JSON of another interface", { body: { hello: "world" } }, "server_error"],
];

const huge = (): readonly (readonly [string, ServedReply])[] => [
  ["a compressed reply larger than it may be when decompressed", { inflatesToMiB: 1000 }],
  ["a reply of millions of objects", { body: `[${"{},".repeat(5e6)}1]` }],
];
