import { execFileSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { describeSandboxes, openBench } from "../../commands/testing/sandbox-backends.ts";
import { type OpenTools, openTools } from "./testing/open-tools.ts";

const secret = "the secret of the outside";

/** A workspace beside a secret file and a secret folder. */
async function openBeside(options: Parameters<typeof openTools>[0] = {}): Promise<OpenTools> {
  const tools = await openTools(options);
  writeFileSync(path.join(tools.outside, "secret.txt"), secret);
  mkdirSync(path.join(tools.outside, "private"));
  writeFileSync(path.join(tools.outside, "private", "key.txt"), secret);
  writeFileSync(path.join(tools.workspacePath, "own.txt"), "own text\n");
  return tools;
}

/** Tries every tool on a path; none may show, change or create anything outside, or name a path of this machine. */
async function expectConfined(tools: OpenTools, place: string): Promise<void> {
  const before = listing(tools.outside);
  for (const [name, input] of [
    ["read_file", { path: place }],
    ["list_files", { path: place, recursive: true }],
    ["search_files", { pattern: "secret", path: place }],
    ["write_file", { path: place, content: "overwritten" }],
    ["write_file", { path: `${place}/new.txt`, content: "created" }],
    ["edit_file", { path: place, find: "secret", replacement: "changed" }],
  ] as const) {
    const outcome = await tools.use(name, input);
    expect(outcome.isError, `${name} ${place}: ${outcome.text}`).toBe(true);
    expect(outcome.text).not.toContain(secret);
    if (!place.includes(tools.outside)) expect(outcome.text).not.toContain(tools.outside);
  }
  expect(listing(tools.outside)).toEqual(before);
  expect(readFileSync(path.join(tools.outside, "secret.txt"), "utf8")).toBe(secret);
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

const listing = (folder: string) =>
  [...readdirSync(folder), ...readdirSync(path.join(folder, "private"))].sort();

describe("file tools stay in the workspace", () => {
  it.each([
    "/etc/passwd",
    "/proc/self/environ",
    "/dev/zero",
    "..",
    "../secret.txt",
    "../private",
    "a/../../secret.txt",
    "/workspace/../secret.txt",
    "/workspaces/secret.txt",
    "own.txt/../../secret.txt",
    "bad\0name",
  ])("against the path %j", async (place) => {
    await using tools = await openBeside();
    await expectConfined(tools, place);
  });

  it("against the absolute path of something outside", async () => {
    await using tools = await openBeside();
    await expectConfined(tools, path.join(tools.outside, "secret.txt"));
    await expectConfined(tools, path.join(tools.workspacePath, "..", "secret.txt"));
  });

  it.each([
    ["a file outside", "../secret.txt", ""],
    ["an absolute file outside", "/etc/passwd", ""],
    ["a folder outside", "../private", "/key.txt"],
    ["the folder above", "..", "/secret.txt"],
    ["the root", "/", "/etc/passwd"],
    ["its own descriptors", "/proc/self/fd", "/0"],
  ])("against a link to %s", async (_, target, below) => {
    await using tools = await openBeside();
    symlinkSync(target, path.join(tools.workspacePath, "link"));
    symlinkSync("link", path.join(tools.workspacePath, "link to link"));
    for (const place of ["link", `link${below}`, `link to link${below}`]) await expectConfined(tools, place);
    expect((await tools.use("list_files", { recursive: true })).text).toContain("link@");
    expect((await tools.use("search_files", { pattern: "secret|root" })).text).toBe("[Nothing found.]");
  });

  it("against links in a circle", async () => {
    await using tools = await openBeside();
    symlinkSync("two", path.join(tools.workspacePath, "one"));
    symlinkSync("one", path.join(tools.workspacePath, "two"));
    await expectConfined(tools, "one");
  });

  it("but follow links that stay inside", async () => {
    await using tools = await openBeside();
    mkdirSync(path.join(tools.workspacePath, "folder"));
    symlinkSync("../own.txt", path.join(tools.workspacePath, "folder", "up"));
    symlinkSync("/workspace/own.txt", path.join(tools.workspacePath, "named"));
    for (const place of [
      "folder/up",
      "named",
      "/workspace/folder/up",
      path.join(tools.workspacePath, "own.txt"),
    ]) {
      expect(await tools.use("read_file", { path: place })).toEqual({
        text: "     1\town text",
        isError: false,
      });
    }
    await tools.use("write_file", { path: "folder/up", content: "new text" });
    expect(readFileSync(path.join(tools.workspacePath, "own.txt"), "utf8")).toBe("new text");
  });

  it("while folders and links take each other's place all the time", async () => {
    await using tools = await openBeside();
    const at = (name: string) => path.join(tools.workspacePath, name);
    mkdirSync(at("folder"));
    writeFileSync(at("folder/key.txt"), "own text");
    let swapping = true;
    const pause = () => new Promise((resolve) => setImmediate(resolve));
    const swap = async () => {
      while (swapping) {
        renameSync(at("folder"), at("kept"));
        // a tool may have made the folder anew in between
        rmSync(at("folder"), { recursive: true, force: true });
        symlinkSync("../private", at("link"));
        const linked = attempt(() => renameSync(at("link"), at("folder")));
        await pause();
        rmSync(at(linked ? "folder" : "link"), { recursive: true, force: true });
        rmSync(at("folder"), { recursive: true, force: true });
        renameSync(at("kept"), at("folder"));
        await pause();
      }
    };
    const swapped = swap();
    for (let round = 0; round < 150; round += 1) {
      const [read, found] = await Promise.all([
        tools.use("read_file", { path: "folder/key.txt" }),
        tools.use("search_files", { pattern: "text|secret", path: "folder" }),
      ]);
      expect(read.text + found.text).not.toContain(secret);
      await tools.use("write_file", { path: `folder/new${round}.txt`, content: "x" });
    }
    swapping = false;
    await swapped;
    expect(readdirSync(path.join(tools.outside, "private"))).toEqual(["key.txt"]);
  });

  it("and never change what shares its bytes by a hard link", async () => {
    await using tools = await openBeside();
    linkSync(path.join(tools.outside, "secret.txt"), path.join(tools.workspacePath, "hard.txt"));
    await tools.use("write_file", { path: "hard.txt", content: "mine" });
    expect(readFileSync(path.join(tools.outside, "secret.txt"), "utf8")).toBe(secret);
    linkSync(path.join(tools.outside, "private", "key.txt"), path.join(tools.workspacePath, "other.txt"));
    await tools.use("edit_file", { path: "other.txt", find: "secret", replacement: "mine" });
    expect(readFileSync(path.join(tools.outside, "private", "key.txt"), "utf8")).toBe(secret);
  });

  it("and do not wait at a pipe", async () => {
    await using tools = await openBeside();
    execFileSync("mkfifo", [path.join(tools.workspacePath, "pipe")]);
    for (const name of ["read_file", "search_files"]) {
      expect((await tools.use(name, { path: "pipe", pattern: "x" })).isError).toBe(true);
    }
    expect((await tools.use("write_file", { path: "pipe", content: "x" })).isError).toBe(true);
    expect((await tools.use("search_files", { pattern: "x" })).text).toContain("own.txt:1");
  });

  it("and keep a program's mode, but not the right to run as its owner", async () => {
    await using tools = await openBeside();
    const file = path.join(tools.workspacePath, "program");
    writeFileSync(file, "old", { mode: 0o755 });
    execFileSync("chmod", ["4755", file]);
    await tools.use("write_file", { path: "program", content: "new" });
    expect(statSync(file).mode & 0o7777).toBe(0o755);
  });
});

await describeSandboxes("commands and files together", (backend) => {
  it("do not lead outside", async () => {
    await using bench = await openBench({ backend });
    await using tools = await openBeside({ runner: bench.runner });
    const made = await tools.use("run_command", {
      command: `ln -s / root; ln -s ${tools.outside}/secret.txt secret; ln ../secret.txt hard; cp -r root/${tools.outside} stolen; cat secret; ls -l`,
    });
    expect(made.text).not.toContain(secret);
    for (const place of ["secret", `root${tools.outside}/secret.txt`, "root"])
      await expectConfined(tools, place);
    expect((await tools.use("search_files", { pattern: "the secret" })).text).toBe("[Nothing found.]");
    expect(readFileSync(path.join(tools.outside, "secret.txt"), "utf8")).toBe(secret);
  });

  it("see a read-only workspace where nothing may change", async () => {
    await using bench = await openBench({ backend });
    await using tools = await openBeside({ runner: bench.runner, access: "read_only" });
    expect(tools.names).toEqual(["read_file", "list_files", "search_files", "run_command"]);
    const outcome = await tools.use("run_command", { command: "cat own.txt; echo x > own.txt" });
    expect(outcome.text).toMatch(/^own text\n\[stderr\] .*Read-only file system\nExit code: 1$/);
    expect(readFileSync(path.join(tools.workspacePath, "own.txt"), "utf8")).toBe("own text\n");
  });

  it("take turns, so that a command sees what was written before it in the same reply", async () => {
    await using bench = await openBench({ backend });
    await using tools = await openBeside({ runner: bench.runner });
    const [, shown, , read] = await Promise.all([
      tools.use("write_file", { path: "src/a.txt", content: "written" }),
      tools.use("run_command", { command: "cat src/a.txt; echo late > src/a.txt; sleep 9", seconds: 0.8 }),
      tools.use("edit_file", { path: "src/a.txt", find: "late", replacement: "later" }),
      tools.use("read_file", { path: "src/a.txt" }),
    ]);
    expect(shown).toEqual({
      text: "written\n[The command was ended after 0.8 s.]\nExit code: 124",
      isError: true,
    });
    expect(read?.text).toBe("     1\tlater");
  });
});
