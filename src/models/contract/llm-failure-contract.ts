import { describe, expect, it } from "vitest";
import type { LlmPort } from "../../ports/index.ts";
import { userMessage } from "../../trace/index.ts";
import { type ServedReply, startModelServer } from "../testing/index.ts";
import type { LlmContractSubject } from "./llm-contract.ts";

const request = { messages: [userMessage("What is the target?")] };
const failureOf = (llm: LlmPort, extra: object = {}) =>
  llm.generate({ ...request, ...extra }).then(
    () => expect.unreachable("the call should fail"),
    (error: unknown) => error,
  );

/** What every adapter behind `LlmPort` does when nothing usable comes back. */
export function describeLlmFailures({ name, wire, secret, open }: LlmContractSubject): void {
  describe(`${name}: failures`, () => {
    it.each([
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
    ] as const)("calls status %i %s, after one request", async (status, category) => {
      const message = `timeout, connection and 429 are only words; key ${secret}`;
      await using server = await startModelServer([{ status, body: wire.error(message) }]);
      await using llm = open(server.url);
      const error = await failureOf(llm);
      expect(error).toMatchObject({ code: "transport", category, status });
      expect(error).toMatchObject({ message: expect.stringContaining("only words") });
      expect(String(error)).toContain(server.url);
      expect(String(error)).not.toContain(secret);
      expect(server.requests).toHaveLength(1);
    });

    it("passes on how long the server asks to wait", async () => {
      const reply = { status: 429, headers: { "retry-after": "7" }, body: wire.error("slow down") };
      await using server = await startModelServer([reply]);
      await using llm = open(server.url);
      expect(await failureOf(llm)).toMatchObject({ category: "rate_limit", retryAfterMs: 7000 });
    });

    it("names what to do about a refused key and an unknown model", async () => {
      await using server = await startModelServer([
        { status: 401, body: wire.error("bad key") },
        { status: 404, body: wire.error("no such model") },
      ]);
      await using llm = open(server.url);
      expect(await failureOf(llm)).toMatchObject({ hint: expect.stringMatching(/key in \w+/) });
      expect(await failureOf(llm)).toMatchObject({ hint: expect.stringContaining("model name") });
    });

    it("calls a refused connection a connection failure", async () => {
      const server = await startModelServer([]);
      await server[Symbol.asyncDispose]();
      await using llm = open(server.url);
      const error = await failureOf(llm);
      expect(error).toMatchObject({ category: "connection", hint: expect.stringContaining("running") });
      expect(String(error)).toContain("ECONNREFUSED");
    });

    it("ends a call at its time limit", async () => {
      await using server = await startModelServer([{ hang: true }]);
      await using llm = open(server.url);
      const error = await failureOf(llm, { timeoutMs: 60 });
      expect(error).toMatchObject({ category: "timeout", message: expect.stringContaining("within 0.06 s") });
    });

    it.each<[string, ServedReply, string]>([
      ["a body cut off in transit", { truncated: '{"id": "1", "choi' }, "connection"],
      ["a body that is not JSON", { body: "<html>gateway</html>" }, "server_error"],
      ["JSON of another interface", { body: { hello: "world" } }, "server_error"],
    ])("calls %s a failure of transport", async (_, reply, category) => {
      await using server = await startModelServer([reply]);
      await using llm = open(server.url);
      expect(await failureOf(llm)).toMatchObject({ code: "transport", category });
    });

    it.each<[string, ServedReply]>([
      ["a compressed reply larger than it may be when decompressed", { inflatesToMiB: 1000 }],
      ["a reply of millions of objects", { body: `[${"{},".repeat(5e6)}1]` }],
    ])("does not keep %s", async (_, reply) => {
      await using server = await startModelServer([reply, { body: wire.reply({ text: "back" }) }]);
      await using llm = open(server.url);
      const before = process.memoryUsage().rss;
      expect(await failureOf(llm)).toMatchObject({
        code: "transport",
        category: expect.stringMatching(/permanent|server_error/),
      });
      expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(500);
      expect((await llm.generate(request)).text).toBe("back");
    });

    it("stops when the caller cancels, before and during the call", async () => {
      await using server = await startModelServer([{ hang: true }]);
      await using llm = open(server.url);
      const controller = new AbortController();
      const pending = failureOf(llm, { signal: controller.signal, timeoutMs: 5000 });
      setTimeout(() => controller.abort(), 40);
      expect(await pending).toMatchObject({ code: "cancelled" });
      expect(await failureOf(llm, { signal: AbortSignal.abort() })).toMatchObject({ code: "cancelled" });
    });

    it("answers again after a failure", async () => {
      await using server = await startModelServer([
        { status: 500, body: wire.error("oops") },
        { body: wire.reply({ text: "back" }) },
      ]);
      await using llm = open(server.url);
      await failureOf(llm);
      expect((await llm.generate(request)).text).toBe("back");
    });
  });
}
