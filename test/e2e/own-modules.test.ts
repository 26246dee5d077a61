import { execFile } from "node:child_process";
import { chmod, chown, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstCases, isThorough } from "../../src/base/testing/property-runs.ts";
import { runCommand, spawnCommand } from "./run-command.ts";

const example = resolve(import.meta.dirname, "../../examples/own-stages");

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "karenina-own-modules-"));
  for (const file of ["benchmark.ts", "offline.json", "answers.json"])
    await cp(join(example, file), join(cwd, file));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const run = ["verify", "benchmark.ts", "--preset", "offline.json", "--no-output"];

describe("a module that never says what it adds", () => {
  const modules = firstCases(1, [
    ["waits for what never comes", "await new Promise(() => {}); export default {};"],
    ["exports a promise that never settles", "export default { then() {} };"],
    ["ends the process", "process.exit(0); export default {};"],
  ]);
  test.each(modules)("and %s is named, and nothing is a success", async (_, text) => {
    await writeFile(join(cwd, "odd.mjs"), text);
    for (const args of [
      [...run, "--plugin", "odd.mjs"],
      ["benchmark", "validate", "odd.mjs"],
    ]) {
      const { code, stderr } = await spawnCommand(args, { cwd });
      expect(code).toBe(1);
      expect(stderr).toContain("odd.mjs did not finish loading");
      expect(stderr.match(/^error: /gm)).toHaveLength(1);
    }
  });

  test("has been told before it runs", async () => {
    await writeFile(join(cwd, "odd.mjs"), 'throw new Error("no")');
    const { stderr } = await runCommand([...run, "--plugin", "odd.mjs"], { cwd });
    expect(stderr).toMatch(/^note: odd\.mjs is used\.\nerror: .*odd\.mjs could not be loaded: no/);
  });
});

test("a module that is named twice is refused by its name", async () => {
  await writeFile(join(cwd, "once.mjs"), "export default {};");
  const { code, stderr } = await runCommand([...run, "--plugin", "once.mjs", "--plugin", "./once.mjs"], {
    cwd,
  });
  expect(code).toBe(2);
  expect(stderr).toContain("error: --plugin: ");
  expect(stderr).toContain("once.mjs is used already.");
});

test.each(firstCases(1, ["MY_JUDGE_KEY", "LIT_API_KEY"]))(
  "a module that fails shows no key, such as %s",
  async (name) => {
    const keys = { own: "litZ9k2Qm47Xw81Vb3", shaped: "sk-proj-abcdefghijklmnop" };
    const text = `throw new Error("no: " + process.env.${name} + " ${keys.shaped}")`;
    await writeFile(join(cwd, "keys.mjs"), text);
    const env = { [name]: keys.own };
    const { code, stderr } = await spawnCommand([...run, "--plugin", "keys.mjs", "--debug"], { cwd, env });
    expect(code).toBe(1);
    expect(stderr).toContain("no: [hidden] [hidden]");
    for (const key of Object.values(keys)) expect(stderr).not.toContain(key);
  },
);

test.runIf(isThorough)("a command that ends before it is done is no success", async () => {
  const stage = `{ name: "Ends", requires: [], produces: [], run: () => process.exit(0) }`;
  await writeFile(
    join(cwd, "ends.mjs"),
    `export default { stages: (builtIn) => builtIn.toSpliced(-1, 0, ${stage}) };`,
  );
  expect(await spawnCommand([...run, "--plugin", "ends.mjs"], { cwd })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("error: The command ended before it was done"),
  });
});

describe("a configuration module", () => {
  test.each([
    ["a folder", (file: string) => mkdir(file), /is a folder, not a module/],
    ["a pipe", (file: string) => promisify(execFile)("mkfifo", [file]), /is no regular file, not a module/],
    ["a link that leads nowhere", (file: string) => symlink("/nowhere/x", file), /cannot be opened: ENOENT/],
  ])("that is %s is named", async (_, make, message) => {
    const file = join(cwd, "karenina.config.mjs");
    await make(file);
    const { code, stderr } = await runCommand(run, { cwd });
    await rm(file, { recursive: true });
    expect(code).toBe(1);
    expect(stderr).toContain("error: ");
    expect(stderr).toContain("karenina.config.mjs");
    expect(stderr.replace(/\s+/g, " ")).toMatch(message);
  });

  test.skipIf(process.getuid?.() !== 0)(
    "of somebody else, where everybody may write, is not run unasked",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "open-"));
      const file = join(folder, "karenina.config.mjs");
      await writeFile(file, "export default {};");
      await chown(file, 65534, 65534);
      await chmod(folder, 0o777);
      const refused = await runCommand(run, { cwd: folder });
      expect(refused).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/belongs to another user[\s\S]*--no-config/),
      });
      expect(refused.stderr).not.toContain("is used");
      await chmod(folder, 0o755);
      expect((await runCommand(run, { cwd: folder })).stderr).toContain("karenina.config.mjs is used");
      await rm(folder, { recursive: true });
    },
  );

  test("counts with its own members only, and names of others stay in their line", async () => {
    const odd = { "proto.mjs": "export default Object.create({ stages: (all) => all });", "name.mjs": "" };
    odd["name.mjs"] = 'export default { "a\\nerror: forged": 1 };';
    for (const [file, text] of Object.entries(odd)) await writeFile(join(cwd, file), text);
    const inherited = await runCommand([...run, "--plugin", "proto.mjs"], { cwd });
    expect(inherited).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("stages: expected a member of its own"),
    });
    const named = await runCommand([...run, "--plugin", "name.mjs"], { cwd });
    expect(named).toMatchObject({ code: 2, stderr: expect.stringContaining('"a\\nerror: forged"') });
    expect(named.stderr).not.toMatch(/^error: forged/m);
  });
});
