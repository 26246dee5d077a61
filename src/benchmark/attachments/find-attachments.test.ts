import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "../../base/index.ts";
import { attachmentFinder } from "./find-attachments.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\nimage", "latin1");

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "attachments-"));
  folder = path.join(parent, "benchmark");
  await mkdir(path.join(folder, "figures"), { recursive: true });
  await writeFile(path.join(parent, "secret.txt"), "top secret");
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const find = (...paths: readonly string[]) => attachmentFinder(folder)(paths.map((one) => ({ path: one })));

describe("an attachment", () => {
  test.each([
    ["figures/a.png", png, "image/png"],
    ["a.JPG", Buffer.from("\xff\xd8\xff\xe0", "latin1"), "image/jpeg"],
    ["a.gif", Buffer.from("GIF89a…"), "image/gif"],
    ["a.webp", Buffer.from("RIFF0000WEBPVP8 "), "image/webp"],
    ["a.pdf", Buffer.from("%PDF-1.4"), "application/pdf"],
    ["data.csv", Buffer.from("a,b\n1,é\n"), "text/csv"],
    ["notes.md", Buffer.from("# Dose"), "text/markdown"],
    ["seq.fasta", Buffer.from(">x\nACGT"), "text/plain"],
  ])("%s is known by its name and what it holds", async (name, data, mediaType) => {
    await writeFile(path.join(folder, name), data);
    const { found, problems } = find(name);
    expect(problems).toEqual([]);
    expect(found).toEqual([
      {
        ...{ name, mediaType, sha256: sha256(data), size: data.byteLength },
        ...{ path: expect.stringMatching(/benchmark/), read: expect.any(Function) },
      },
    ]);
    expect(Buffer.from(found[0]?.read() ?? [])).toEqual(data);
  });

  test("given by code is its bytes, with no folder to look in", () => {
    const { found, problems } = attachmentFinder(undefined)([{ name: "a.png", data: png }]);
    expect(problems).toEqual([]);
    expect(found[0]).toMatchObject({ name: "a.png", mediaType: "image/png", sha256: sha256(png) });
    expect(attachmentFinder(undefined)([{ path: "a.png" }]).problems).toEqual([
      "a.png: the benchmark has no folder to look in: save it, or say `attachmentsRoot`",
    ]);
  });

  test("that changes after it was found is not sent", async () => {
    await writeFile(path.join(folder, "a.txt"), "before");
    const [found] = find("a.txt").found;
    await writeFile(path.join(folder, "a.txt"), "after");
    expect(() => found?.read()).toThrow(
      expect.objectContaining({
        code: "file_unreadable",
        message: expect.stringContaining("its content is another"),
      }),
    );
  });
});

describe("nothing is read of", () => {
  test("what is outside of the folder, also not by links", async () => {
    await symlink(path.join(parent, "secret.txt"), path.join(folder, "link.txt"));
    await symlink(parent, path.join(folder, "up"));
    await writeFile(path.join(folder, ".env"), "KEY=1");
    await symlink(path.join(folder, ".env"), path.join(folder, "env.txt"));
    const outside = "it leads outside of the benchmark's folder, or to something hidden";
    const paths = ["link.txt", "up/secret.txt", "env.txt", "../secret.txt", path.join(parent, "secret.txt")];
    const { found, problems } = find(...paths);
    expect(found).toEqual([]);
    expect(problems.slice(0, 4)).toEqual(paths.slice(0, 4).map((name) => `${name}: ${outside}`));
    // an absolute path is taken for one inside, where nothing is
    expect(problems[4]).toContain("there is no file");
  });

  test("pipes, folders, and what is not there", async () => {
    spawnSync("mkfifo", [path.join(folder, "pipe.txt")]);
    await mkdir(path.join(folder, "folder.txt"));
    expect(find("pipe.txt", "folder.txt", "none.txt").problems).toEqual([
      "pipe.txt: it is no file",
      "folder.txt: it is no file",
      `none.txt: there is no file ${path.join(folder, "none.txt")}`,
    ]);
  });

  test("files that are too large, one alone or all of a question", async () => {
    for (const [name, bytes] of [
      ["huge.txt", 2_000_000_000],
      ["a.txt", 0],
      ["b.txt", 0],
    ] as const) {
      await writeFile(path.join(folder, name), name === "huge.txt" ? "" : "x".repeat(11 * 1024 * 1024));
      if (bytes > 0) await truncate(path.join(folder, name), bytes);
    }
    expect(find("huge.txt").problems).toEqual([
      "huge.txt: 1907.3 MB; the attachments of a question may have 20.0 MB together",
    ]);
    expect(find("a.txt").problems).toEqual([]);
    expect(find("a.txt", "b.txt").problems).toEqual([
      "a.txt, b.txt: 22.0 MB; the attachments of a question may have 20.0 MB together",
    ]);
  });

  test("files that are not what they are called", async () => {
    const contents: readonly (readonly [string, string | Buffer])[] = [
      ["page.png", "<html>"],
      ["photo.png", Buffer.from("\xff\xd8\xff", "latin1")],
      ["image.txt", png],
      ["binary.csv", Buffer.from([0, 1, 2])],
      ["latin.txt", Buffer.from([0x66, 0xfc, 0x72])],
      ["empty.md", ""],
    ];
    for (const [name, data] of contents) await writeFile(path.join(folder, name), data);
    expect(find(...contents.map(([name]) => name)).problems).toEqual([
      "page.png: its name says image/png, its content does not",
      "photo.png: its name says image/png, its content is image/jpeg",
      "image.txt: it holds image/png, not text",
      "binary.csv: it is no text in UTF-8",
      "latin.txt: it is no text in UTF-8",
      "empty.md: it is empty",
    ]);
  });
});
