import { describe, expect, it } from "vitest";
import type { SearchPort } from "../../ports/index.ts";

/** A search under test, over something that answers by `scriptedSearch`. */
interface SearchContractSubject {
  readonly name: string;
  /** Closes what it opened, the port included, on disposing. */
  open(): Promise<AsyncDisposable & { readonly port: SearchPort }>;
}

const found = (query: string, time = 1) => ({
  ok: true,
  results: [
    { title: `About ${query}`, content: `${query}, time ${time}`, url: "https://example.org/1" },
    { title: null, content: "untitled", url: null },
  ],
});
const failed = { ok: false, problem: expect.stringMatching(/./) };

/** What every search does, whatever it is made of. */
export function describeSearch({ name, open }: SearchContractSubject): void {
  describe(`${name}: the contract of a search`, () => {
    it("gives one outcome per query, in order; one that fails takes nothing from the others", async () => {
      await using subject = await open();
      const queries = ["venetoclax", "fail", "nothing", "  ", "BCL2"];
      expect(await subject.port.search(queries)).toEqual([
        found("venetoclax"),
        failed,
        { ok: true, results: [] },
        failed,
        found("BCL2"),
      ]);
      expect(await subject.port.search([])).toEqual([]);
    });

    it("asks more queries than it has places for", async () => {
      await using subject = await open();
      const queries = Array.from({ length: 12 }, (_, index) => `query ${index}`);
      expect(await subject.port.search(queries)).toEqual(queries.map((query) => found(query)));
    });

    it("asks an answered query once, at the same time and later", async () => {
      await using subject = await open();
      const [first, second] = await Promise.all([
        subject.port.search(["BCL2", "BCL2"]),
        subject.port.search(["BCL2"]),
      ]);
      expect([...first, ...second, ...(await subject.port.search(["BCL2"]))]).toEqual(
        Array.from({ length: 4 }, () => found("BCL2")),
      );
    });

    it("rejects when cancelled, before and while waiting, and goes on for others", async () => {
      await using subject = await open();
      const cancelled = { code: "cancelled" };
      await expect(subject.port.search(["BCL2"], { signal: AbortSignal.abort() })).rejects.toMatchObject(
        cancelled,
      );
      const stop = new AbortController();
      const waiting = subject.port.search(["BCL2", "hang"], { signal: stop.signal });
      const other = subject.port.search(["BCL2"]);
      await other;
      stop.abort();
      await expect(waiting).rejects.toMatchObject(cancelled);
      expect(await other).toEqual([found("BCL2")]);
      expect(await subject.port.search(["MCL1"])).toEqual([found("MCL1")]);
    });

    it("can be closed twice, with a query on its way, and answers no more", async () => {
      await using subject = await open();
      const waiting = subject.port.search(["hang"]);
      await subject.port[Symbol.asyncDispose]();
      await subject.port[Symbol.asyncDispose]();
      expect(await waiting).toEqual([failed]);
      expect(await subject.port.search(["BCL2"])).toEqual([failed]);
    });
  });
}
