import { describe, expect, it } from "vitest";
import { scriptedSearch } from "../testing/scripted-search.ts";
import { describeSearch } from "../testing/search-contract.ts";
import { functionSearch, type SearchFunction, type SearchObject } from "./function-search.ts";

describeSearch({
  name: "function",
  async open() {
    const answer = scriptedSearch();
    const port = functionSearch(async (query) => {
      const rows = answer(query);
      if (rows === "failure") throw new Error("refused");
      return rows === "never" ? new Promise(() => undefined) : rows;
    });
    return { port, [Symbol.asyncDispose]: () => port[Symbol.asyncDispose]() };
  },
});

const item = (content: string) => ({ title: null, content, url: null });
const outcome = async (tool: SearchFunction | SearchObject, timeoutMs?: number) => {
  await using port = functionSearch(tool, timeoutMs === undefined ? {} : { timeoutMs });
  const [first] = await port.search(["BCL2"]);
  return first;
};

class Tool {
  readonly #prefix = "tool";
  invoke(query: string): string {
    return `${this.#prefix}: ${query}`;
  }
}
const answering = (name: string) => async (query: string) => `${name}: ${query}`;
const methods = ["search", "ainvoke", "arun", "invoke", "run"];

describe("functionSearch", () => {
  it("calls a function, plain or async, with the query alone", async () => {
    expect(await outcome((...given: unknown[]) => JSON.stringify([given.join("|")]))).toEqual({
      ok: true,
      results: [item("BCL2")],
    });
    expect(await outcome(answering("async"))).toEqual({ ok: true, results: [item("async: BCL2")] });
  });

  it.each(methods.map((name, index) => [name, methods.slice(index)] as const))(
    "prefers %s of the methods %j",
    async (name, present) => {
      const tool = Object.fromEntries(present.toReversed().map((each) => [each, answering(each)]));
      expect(await outcome(tool as unknown as SearchObject)).toEqual({
        ok: true,
        results: [item(`${name}: BCL2`)],
      });
    },
  );

  it("calls a method on its object, and a function's method before the function", async () => {
    expect(await outcome(new Tool())).toEqual({ ok: true, results: [item("tool: BCL2")] });
    const both = Object.assign(() => "called", { run: () => "run" });
    expect(await outcome(both)).toEqual({ ok: true, results: [item("run")] });
  });

  it("makes a failure of what cannot be put into words, for its own query alone", async () => {
    await using port = functionSearch((query) => {
      if (query === "odd") throw Object.create(null);
      return query;
    });
    expect(await port.search(["odd", "BCL2"])).toEqual([
      { ok: false, problem: "a value of type object that has no text" },
      { ok: true, results: [item("BCL2")] },
    ]);
  });

  it("makes a failure of what is thrown, and of no answer in time", async () => {
    const refuse = () => {
      throw new Error("no more credit");
    };
    expect(await outcome(refuse)).toEqual({ ok: false, problem: "no more credit" });
    expect(await outcome(() => new Promise(() => undefined), 10)).toEqual({
      ok: false,
      problem: expect.stringContaining("within 0.01 s"),
    });
  });

  it.each([null, "x", 3, {}, { find: () => "x" }, { run: "x" }])("refuses %j", (value) => {
    expect(() => functionSearch(value as unknown as SearchFunction)).toThrow(
      expect.objectContaining({ code: "configuration" }),
    );
  });
});
