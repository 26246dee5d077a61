import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openTools } from "./testing/open-tools.ts";

async function openSample(limits: NonNullable<Parameters<typeof openTools>[0]>["limits"] = {}) {
  const tools = await openTools({ limits });
  const files = {
    "a.txt": "one\ntwo\nthree\ntwo\n",
    "src/main.py": "def main():\n    print('hé')\n",
    "src/deep/test_main.py": "import main\n",
    "node_modules/x/index.js": "two\n",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(tools.workspacePath, name)), { recursive: true });
    writeFileSync(path.join(tools.workspacePath, name), text);
  }
  return tools;
}

describe("read_file", () => {
  it("shows a part with line numbers and says what is left", async () => {
    await using tools = await openSample();
    const { text } = await tools.use("read_file", { path: "a.txt", offset: 2, limit: 2 });
    expect(text).toBe("     2\ttwo\n     3\tthree\n[Lines 4 to 4 are not shown.]");
    expect((await tools.use("read_file", { path: "a.txt", offset: 9 })).text).toContain("only 4 lines");
  });

  it("refuses what is no text, too long, a folder or not there", async () => {
    await using tools = await openSample({ fileBytes: 1000 });
    writeFileSync(path.join(tools.workspacePath, "binary"), Buffer.from([1, 0, 2]));
    writeFileSync(path.join(tools.workspacePath, "latin"), Buffer.from([0xe9, 0x41]));
    writeFileSync(path.join(tools.workspacePath, "long"), "x".repeat(1001));
    for (const [name, reason] of [
      ["binary", "not text (3 bytes)"],
      ["latin", "not text"],
      ["long", "longer than 1000 bytes"],
      ["src", "a folder"],
      ["none/x", "does not exist"],
      ["a.txt/x", "not a folder"],
    ] as const) {
      const outcome = await tools.use("read_file", { path: name });
      expect(outcome).toEqual({ text: expect.stringContaining(reason), isError: true });
    }
  });
});

describe("write_file and edit_file", () => {
  it("make folders, replace files and keep the rest of an edited one", async () => {
    await using tools = await openSample();
    await tools.use("write_file", { path: "new/folder/b.txt", content: "\ufeffa\r\nb\r\n" });
    const edited = await tools.use("edit_file", { path: "new/folder/b.txt", find: "b", replacement: "$& c" });
    expect(edited).toEqual({ text: "Changed new/folder/b.txt at line 2.", isError: false });
    expect(readFileSync(path.join(tools.workspacePath, "new/folder/b.txt"), "utf8")).toBe(
      "\ufeffa\r\n$& c\r\n",
    );
  });

  it("change nothing when the text to find is missing or not alone", async () => {
    await using tools = await openSample({ writtenBytes: 100 });
    for (const [find, reason] of [
      ["two", "more than once"],
      ["four", "does not occur"],
    ] as const) {
      const outcome = await tools.use("edit_file", { path: "a.txt", find, replacement: "x" });
      expect(outcome).toEqual({ text: expect.stringContaining(reason), isError: true });
    }
    const long = await tools.use("write_file", { path: "a.txt", content: "x".repeat(101) });
    expect(long).toEqual({ text: expect.stringContaining("the limit is 100"), isError: true });
    expect((await tools.use("write_file", { path: "a.txt" })).isError).toBe(true);
    expect(readFileSync(path.join(tools.workspacePath, "a.txt"), "utf8")).toBe("one\ntwo\nthree\ntwo\n");
  });
});

describe("list_files", () => {
  it.each([
    [{}, ["a.txt", "node_modules/", "src/"]],
    [{ path: "src", recursive: true }, ["src/deep/", "src/deep/test_main.py", "src/main.py"]],
    [{ glob: "*.py" }, ["src/deep/test_main.py", "src/main.py"]],
    [{ glob: "src/*.py" }, ["src/main.py"]],
    [{ glob: "src/**/{test_,x}[a-m]ain.p?" }, ["src/deep/test_main.py"]],
    [{ glob: "**/[!a-s]*" }, ["src/deep/test_main.py"]],
    [{ path: "node_modules/x" }, ["node_modules/x/index.js"]],
    [{ glob: "*(x" }, ["[Nothing found.]"]],
  ])("with %j", async (input, lines) => {
    await using tools = await openSample();
    expect((await tools.use("list_files", input)).text.split("\n")).toEqual(lines);
  });

  it("says when there is more", async () => {
    await using tools = await openSample({ entries: 2 });
    const { text } = await tools.use("list_files", {});
    expect(text).toBe("a.txt\nnode_modules/\n[More than 2 entries; ask for a folder or a glob.]");
  });
});

describe("search_files", () => {
  it.each([
    [{ pattern: "^two$" }, ["a.txt:2: two", "a.txt:4: two"]],
    [{ pattern: "t", path: "a.txt" }, ["a.txt:2: two", "a.txt:3: three", "a.txt:4: two"]],
    [
      { pattern: "main", glob: "*.py" },
      ["src/deep/test_main.py:1: import main", "src/main.py:1: def main():"],
    ],
    [{ pattern: "h\\w'" }, ["src/main.py:2:     print('hé')"]],
    [{ pattern: "two", path: "node_modules/x" }, ["node_modules/x/index.js:1: two"]],
  ])("with %j", async (input, lines) => {
    await using tools = await openSample();
    expect((await tools.use("search_files", input)).text.split("\n")).toEqual(lines);
  });

  it("refuses a pattern that cannot be read, and says when there is more", async () => {
    await using tools = await openSample({ foundLines: 1 });
    expect((await tools.use("search_files", { pattern: "(" })).isError).toBe(true);
    expect((await tools.use("search_files", { pattern: "two" })).text).toBe(
      "a.txt:2: two\n[More than 1 lines fit.]",
    );
  });
});
