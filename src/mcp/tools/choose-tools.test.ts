import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseTools } from "./choose-tools.ts";
import { ListedTool } from "./listed-tool.ts";
import { toolNames } from "./tool-names.ts";

const offered = (...pairs: readonly (readonly [server: string, tool: string])[]) =>
  pairs.map(([server, name]) => ({
    server,
    listed: ListedTool.parse({ name, description: `${name} of ${server}` }),
  }));
const two = offered(["a", "search"], ["a", "read"], ["b", "search"], ["b", "odd.name"]);
const names = (filter: readonly string[]) => chooseTools(two, { toolFilter: filter }).map(({ name }) => name);

test("tools of one name get their servers' names in front, the others keep theirs", () => {
  expect(names([])).toEqual(["a__search", "read", "b__search", "odd_name"]);
});

test("the filter takes the servers' names, prefixed names and told names, and changes no name", () => {
  expect(names(["search"])).toEqual(["a__search", "b__search"]);
  expect(names(["b__search", "a__read"])).toEqual(["read", "b__search"]);
  expect(names(["odd.name"])).toEqual(["odd_name"]);
  expect(names(["odd_name"])).toEqual(["odd_name"]);
});

test("descriptions are overridden by any of these names, also of tools that the filter leaves out", () => {
  const chosen = chooseTools(two, {
    toolFilter: ["search"],
    descriptionOverrides: { a__search: "mine", read: "unused" },
  });
  expect(chosen.map(({ listed }) => listed.description)).toEqual(["mine", "search of b"]);
});

test.each(["toolFilter", "descriptionOverrides"] as const)(
  "%s with an unknown name is refused",
  (setting) => {
    const choice =
      setting === "toolFilter" ? { toolFilter: ["serch"] } : { descriptionOverrides: { serch: "" } };
    expect(() => chooseTools(two, choice)).toThrow(
      expect.objectContaining({
        code: "configuration",
        message: expect.stringMatching(/"serch".*there are a__search, b__search, odd_name, read\./),
        hint: "Did you mean a__search?",
      }),
    );
  },
);

const origin = fc.record({
  server: fc.oneof(fc.constantFrom("a", "b", "a__b"), fc.string()),
  tool: fc.oneof(fc.constantFrom("search", "b__search", "s.x", "s_x", "x".repeat(80)), fc.string()),
});
const origins = fc.uniqueArray(origin, { selector: ({ server, tool }) => JSON.stringify([server, tool]) });

test("names are allowed, all different, and independent of the order", () => {
  fc.assert(
    fc.property(origins, (given) => {
      const told = toolNames(given);
      for (const name of told) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(new Set(told).size).toBe(given.length);
      expect(toolNames(given.toReversed()).toReversed()).toEqual(told);
    }),
  );
});
