import { expect, it } from "vitest";
import { type ClusterBy, compareModels, compareRuns, type Grouping, summarize } from "../index.ts";

// programs without types may give anything
const untyped = <Type>(value: unknown): Type => value as Type;

it.each([
  ["keywrod", /^Expected `cluster` to be one of .*; found "keywrod", did you mean "keyword"\?$/],
  [
    "prompt",
    /^Expected `cluster` to be one of question, keyword, author, length, property:NAME, adele:SCALE; found "prompt"\.$/,
  ],
  ["adele:speed", /adele:SCALE; found "adele:speed"/],
  ["property:", /found "property:", did you mean "property:NAME"\?$/],
  [3, /found 3\.$/],
])("a cluster %j is refused", async (given, message) => {
  const cluster = untyped<ClusterBy>(given);
  await expect(summarize([], { cluster })).rejects.toThrow(message);
  await expect(compareModels([], { cluster })).rejects.toThrow(message);
  await expect(compareRuns([], { cluster })).rejects.toMatchObject({ code: "invalid_input" });
});

it.each([
  ["authors", /^Expected `breakdowns` to be one of .*; found "authors", did you mean "author"\?$/],
  ["failure", /^Expected `breakdowns` to be one of .*; found "failure"\.$/],
])("a breakdown %j is refused", async (given, message) => {
  await expect(summarize([], { breakdowns: ["keyword", untyped<Grouping>(given)] })).rejects.toThrow(message);
});

it("what is compared in a run is one of three", async () => {
  const by = untyped<"parsing">("judge");
  await expect(compareModels([], { by })).rejects.toThrow(
    /^Expected `by` to be one of answering, parsing, prompt; found "judge"\.$/,
  );
});

it("what is known is taken", async () => {
  const cluster = () => "all";
  await expect(summarize([], { cluster, breakdowns: ["prompt", "property:level"] })).resolves.toBeDefined();
  await expect(summarize([], { cluster: "property:a b" })).resolves.toBeDefined();
});
