import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { entry, runCommand, userState } from "./run-command.ts";
import { modelFlags, type SampleProject, sampleProject, scripted } from "./sample-project.ts";

let project: SampleProject;
let cwd: string;
beforeAll(async () => {
  project = await sampleProject(1);
  cwd = project.folder;
  for (const name of ["q.jsonl", "q.json", "q.csv", "q.mjs"])
    await promisify(execFile)("mkfifo", [join(cwd, name)]);
  await symlink("/dev/zero", join(cwd, "zero.mjs"));
});
afterAll(() => project[Symbol.asyncDispose]());

const nowhere = ["verify", "benchmark.ts", ...modelFlags("http://127.0.0.1:9/v1"), "--quiet"];
const searching = (tool: string) => [
  ...["--deep-judgment", "--deep-judgment-search", "--deep-judgment-search-tool", tool],
];

describe("what never ends, or waits for somebody else, is refused at once", () => {
  test.for([
    [["show", "q.jsonl"], /q\.jsonl: expected a file, found a pipe/],
    [["show", "/dev/zero"], /\/dev\/zero: expected a file, found a device/],
    [["results", "save", "q.jsonl", "copy.json"], /q\.jsonl: expected a file, found a pipe/],
    [["verify", "--resume", "q.jsonl"], /q\.jsonl: expected a file, found a pipe/],
    [["verify", "--resume", "/dev/zero"], /\/dev\/zero: expected a file, found a device/],
    [[...nowhere, "--replay", "q.jsonl"], /q\.jsonl: expected a file, found a pipe/],
    [[...nowhere, "--replay", "/dev/zero"], /\/dev\/zero: expected a file, found a device/],
    [[...nowhere, "--record", "q.jsonl"], /Cannot write .*q\.jsonl: it is a pipe/],
    [[...nowhere, "--output", "q.jsonl"], /Cannot write .*q\.jsonl: it is a pipe/],
    [[...nowhere, "--output", "q.json"], /Cannot write .*q\.json: it is a pipe/],
    [[...nowhere, "--output", "q.csv", "--overwrite"], /Cannot write .*q\.csv: it is a pipe/],
    [[...nowhere, "--preset", "./q.json"], /q\.json/],
    [[...nowhere, ...searching("./q.mjs")], /search module .*q\.mjs: expected a file, found a pipe/],
    [[...nowhere, ...searching("./zero.mjs")], /search module .*zero\.mjs: expected a file, found a device/],
  ] as const)("%j", async ([args, message]) => {
    const { code, stderr } = await runCommand(args, { cwd });
    expect(code).toBe(1);
    expect(stderr.replace(/\s+/g, " ")).toMatch(message);
  });

  test
    .skipIf(process.platform !== "linux")
    .for([[["init", "/proc/x"]], [["preset", "save", "p", ...modelFlags("http://127.0.0.1:9/v1")]]] as const)(
    "a folder where there can be none: %j",
    async ([args]) => {
      const { code, stderr } = await runCommand(args, { cwd, env: { KARENINA_PRESETS_DIR: "/proc/x" } });
      expect(code).toBe(1);
      expect(stderr.replace(/\s+/g, " ")).toMatch(/Cannot make the folder \/proc\/x.*: ENOENT/);
    },
  );
});

test.skipIf(process.platform !== "linux")(
  "a run goes on where the folders for what programs keep cannot be made",
  async () => {
    await using server = await startOpenAiServer({ chat: scripted() });
    const args = [
      "verify",
      "benchmark.ts",
      ...modelFlags(server.url),
      "--no-preflight",
      "--output",
      "kept.jsonl",
    ];
    const { code } = await runCommand(args, { cwd, env: { XDG_STATE_HOME: "/proc/a" } });
    expect(code).toBe(0);
    const { stderr } = await promisify(execFile)(process.execPath, [entry, "show", "kept.jsonl"], {
      ...{ cwd, timeout: 20_000, killSignal: "SIGKILL" },
      env: { PATH: process.env.PATH, XDG_CACHE_HOME: "/proc/a" },
    });
    expect(stderr).toBe("");
  },
);

test("a link to the process's own output is written through; what stages left open holds nobody", async () => {
  await using server = await startOpenAiServer({ chat: scripted() });
  await symlink("/dev/stdout", join(cwd, "out.json"));
  const stage = `{
    name: "Leaves", requires: [], produces: ["big"],
    run: () => { setInterval(() => {}, 1e6); return { big: "w".repeat(300_000) }; },
  }`;
  await writeFile(
    join(cwd, "leaves.mjs"),
    `export default { stages: (builtIn) => builtIn.toSpliced(-1, 0, ${stage}) };`,
  );
  const flags = [...modelFlags(server.url), "--no-preflight", "--quiet", "--plugin", "leaves.mjs"];
  const outputs = ["--output", "out.json", "--output", "kept.json"];
  const command = [entry, "verify", "benchmark.ts", ...flags, ...outputs];
  const { stdout, stderr } = await promisify(execFile)(
    "sh",
    ["-c", '{ "$0" "$@"; echo "code $?" >&2; } | cat', process.execPath, ...command],
    { cwd, env: { PATH: process.env.PATH, XDG_STATE_HOME: userState } },
  );
  expect(stderr).toContain("code 0");
  const kept = await readFile(join(cwd, "kept.json"), "utf8");
  expect(kept.length).toBeGreaterThan(300_000);
  expect(stdout.includes(kept)).toBe(true);
});

test("a name with a line end is no line of its own", async () => {
  const forged = "ev\nerror: fake.mjs";
  await writeFile(join(cwd, forged), 'throw new Error("boo");');
  for (const args of [
    [...nowhere, "--plugin", forged],
    [...nowhere, `--plugin=./${forged}`],
    [...nowhere, "--plugin", `${forged}.gone`],
    ["show", forged.replace("mjs", "json")],
    ["verify", forged.replace("mjs", "jsonld"), ...nowhere.slice(2)],
    [`--${forged}`],
    [...nowhere, "--output", `${forged}/deep/er/r.json`],
  ]) {
    const { code, stderr } = await runCommand(args, { cwd });
    expect(code).not.toBe(0);
    expect(stderr).toContain("ev error: fake");
    expect(stderr).not.toMatch(/^error: fake/m);
  }
});

test("a trait's name of any length leaves a misspelt one to be named", async () => {
  const name = "x".repeat(100_000);
  await project.write(
    "long.ts",
    `import { Benchmark, regexTrait } from "karenina";
     const benchmark = Benchmark.create({ name: "Long" });
     benchmark.addQuestion({ question: "Q?", rawAnswer: "A", rubric: [regexTrait({ name: ${JSON.stringify(name)}, pattern: "A" }), regexTrait({ name: "cited", pattern: "A" })] });
     export default benchmark;`,
  );
  const flags = ["--evaluation-mode", "rubric_only", "--rubric-traits", "citd"];
  const { code, stderr } = await runCommand(["verify", "long.ts", ...nowhere.slice(2), ...flags], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("citd");
  expect(stderr).not.toContain("call stack");
});

test("an error names the folder that the command runs in, and the variables of the shell are no secrets", async () => {
  const study = join(cwd, "study-2026");
  await mkdir(study);
  const env = { PWD: study, OLDPWD: study, SSH_AUTH_SOCK: study, GOOGLE_APPLICATION_CREDENTIALS: study };
  const { stderr } = await runCommand(["show", "nope.json"], { cwd: study, env });
  expect(stderr).toContain(`${study}/nope.json`);
  const kept = await runCommand(["show", "litZ9k2Qm47Xw.json"], {
    cwd: study,
    env: { DB_PWD: "litZ9k2Qm47Xw" },
  });
  expect(kept.stderr).toContain("[hidden].json");
});

test("a line end in what a file says begins no line of its own", async () => {
  await writeFile(join(cwd, "thrower.mjs"), 'throw new Error("a\\nerror: fake");');
  const { stderr } = await runCommand([...nowhere, "--plugin", "thrower.mjs"], { cwd });
  expect(stderr).toContain("\n  error: fake");
});
