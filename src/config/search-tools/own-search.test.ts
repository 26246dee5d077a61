import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { functionSearch, type SearchFunction } from "../../search/index.ts";
import { isOwnSearch } from "./own-search.ts";

const find = () => [];
class Tool {
  arun = find;
}

test.each([
  find,
  ...["search", "ainvoke", "arun", "invoke", "run"].map((name) => ({ [name]: find })),
  new Tool(),
  Object.assign(() => [], { search: "none" }),
  {},
  { find },
  { search: "none" },
  [find],
  null,
  undefined,
  3,
  "tavily",
])("%j is a search exactly if the adapter can call it", (value) => {
  const connect = () => functionSearch(value as unknown as SearchFunction);
  if (isOwnSearch(value)) expect(connect).not.toThrow();
  else expect(connect).toThrow(expect.objectContaining({ code: "configuration" }));
});

test("reading the settings loads no search", () => {
  const door = new URL("../index.ts", import.meta.url).href;
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(door)});
    console.log(JSON.stringify(loaded.filter((url) => url.includes("/src/search/") || url.includes("/dist/search/"))));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([]);
});
