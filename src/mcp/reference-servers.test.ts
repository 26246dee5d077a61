import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ToolSource } from "../ports/index.ts";
import { call, referenceServer, sourceOf } from "./testing/fault-source.ts";

let folder: string;
let everything: ToolSource;
let files: ToolSource;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcp-files-"));
  await writeFile(join(folder, "note.txt"), "hello from a file");
  everything = sourceOf([referenceServer("mcp-server-everything", "stdio")]);
  files = sourceOf([referenceServer("mcp-server-filesystem", folder)]);
  await Promise.all([everything.tools({}), files.tools({})]);
});

afterAll(async () => {
  await Promise.all([everything[Symbol.asyncDispose](), files[Symbol.asyncDispose]()]);
  await rm(folder, { recursive: true });
});

test("a program's tools come with name, description and schema", async () => {
  const tools = await everything.tools({});
  expect(tools.find(({ name }) => name === "echo")).toMatchObject({
    description: expect.stringContaining("Echo"),
    inputSchema: { type: "object", properties: { message: { type: "string" } }, required: ["message"] },
  });
  expect(everything.servers).toEqual(["reference"]);
});

test("text comes back as it is", async () => {
  expect(await call(everything, "echo", { message: "ä\nb" })).toEqual({ text: "Echo: ä\nb", isError: false });
  expect(await call(everything, "get-sum", { a: 2, b: 3 })).toMatchObject({
    text: expect.stringContaining("5"),
  });
});

test("what is no text is told by kind, type and size", async () => {
  const { text } = await call(everything, "get-tiny-image");
  expect(text).toMatch(/\n\[image: image\/png, [\d,]+ bytes\]\n/);
  const { text: links } = await call(everything, "get-resource-links", { count: 2 });
  expect(links).toMatch(/\[resource link: text\/plain, [^\]]+\]/);
});

test("input that the server refuses is an errored outcome", async () => {
  const outcome = await call(everything, "get-sum", { a: "two" });
  expect(outcome.isError).toBe(true);
  expect(outcome.text).toMatch(/validation|invalid/i);
});

test("files are read in the folder on the command line, and not outside", async () => {
  expect(await call(files, "read_text_file", { path: join(folder, "note.txt") })).toMatchObject({
    text: "hello from a file",
    isError: false,
  });
  const outside = await call(files, "read_text_file", { path: "/etc/passwd" });
  expect(outside).toMatchObject({ isError: true, text: expect.stringMatching(/denied|outside/i) });
});

test("100 calls at a time share one connection", async () => {
  const texts = await Promise.all(
    Array.from({ length: 100 }, (_, index) => call(everything, "echo", { message: String(index) })),
  );
  expect(texts.map(({ text }) => text)).toEqual(Array.from({ length: 100 }, (_, index) => `Echo: ${index}`));
});
