import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KareninaError, writeFileAtomically } from "./index.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "atomic-file-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => path.join(folder, name);

async function* pieces(...texts: readonly string[]) {
  yield* texts;
}

describe("writeFileAtomically", () => {
  it("writes text, bytes and pieces", async () => {
    await writeFileAtomically(at("a"), "text é");
    await writeFileAtomically(at("b"), new Uint8Array([104, 105]));
    await writeFileAtomically(at("c"), pieces("one ", "", "x".repeat(200_000), " end"));
    expect(await readFile(at("a"), "utf8")).toBe("text é");
    expect(await readFile(at("b"), "utf8")).toBe("hi");
    expect(await readFile(at("c"), "utf8")).toBe(`one ${"x".repeat(200_000)} end`);
    expect((await readdir(folder)).sort()).toEqual(["a", "b", "c"]);
  });

  it("leaves the old file and nothing else when the content fails half way", async () => {
    await writeFile(at("a"), "old");
    async function* failing() {
      yield "x".repeat(100_000);
      throw new RangeError("no more");
    }
    await expect(writeFileAtomically(at("a"), failing())).rejects.toThrow(RangeError);
    expect(await readFile(at("a"), "utf8")).toBe("old");
    expect(await readdir(folder)).toEqual(["a"]);
  });

  it("names the folder that is missing, and never the temporary file", async () => {
    const missing = at("no/a");
    await expect(writeFileAtomically(missing, "text")).rejects.toMatchObject({
      code: "file_unwritable",
      message: `Cannot write ${missing}: there is no folder ${at("no")}.`,
    });
    await writeFile(at("file"), "");
    await expect(writeFileAtomically(at("file/a"), "text")).rejects.toThrow(
      /^Cannot write [^:]*\/file\/a: (?!.*\.tmp)/,
    );
    const long = at("x".repeat(300));
    await expect(writeFileAtomically(long, "text")).rejects.toThrow(
      /^(?!.*\.tmp)Cannot write .*ENAMETOOLONG/,
    );
  });

  it("keeps the permissions of the file it replaces", async () => {
    await writeFile(at("a"), "old");
    await chmod(at("a"), 0o640);
    await writeFileAtomically(at("a"), "new");
    expect((await stat(at("a"))).mode & 0o777).toBe(0o640);
  });

  it("replaces the file behind a symbolic link, also one that does not exist yet", async () => {
    await writeFile(at("real"), "old");
    await symlink("real", at("link"));
    await symlink("later", at("dangling"));
    await writeFileAtomically(at("link"), "new");
    await writeFileAtomically(at("dangling"), "made");
    expect(await readFile(at("real"), "utf8")).toBe("new");
    expect(await readFile(at("later"), "utf8")).toBe("made");
    expect((await readdir(folder)).sort()).toEqual(["dangling", "later", "link", "real"]);
  });

  it("writes to a device instead of replacing it", async () => {
    await writeFileAtomically("/dev/null", "gone");
    expect((await stat("/dev/null")).isCharacterDevice()).toBe(true);
  });

  it.each(["missing/file.json", "."])("says which file cannot be written: %s", async (name) => {
    const error = await writeFileAtomically(at(name), "x").catch((thrown: unknown) => thrown);
    expect(KareninaError.isInstance(error) && error.code).toBe("file_unwritable");
    expect(String(error)).toContain(at(name));
  });
});
