import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstCases, isThorough } from "../../src/base/testing/property-runs.ts";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { type CommandRun, commandHere, runCommand } from "./run-command.ts";

const root = resolve(import.meta.dirname, "../..");
const modules = join(root, "node_modules");
const run = promisify(execFile);

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

let home: string;
let packed: Packed;
let manifest: { readonly dependencies: object; readonly scripts: object; readonly exports: object };

/** What else a project needs that is checked by TypeScript. */
const nodeTypes = "@types/node";

/** Installs the packed package for all folders in `home`, and beside it what the package depends on, no optional peer. */
async function install(): Promise<void> {
  await mkdir(installed(), { recursive: true });
  await run("tar", ["-xzf", join(home, packed.filename), "--strip-components=1", "-C", installed()]);
  for (const dependency of [...Object.keys(manifest.dependencies), nodeTypes]) {
    const link = join(home, "node_modules", dependency);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(modules, dependency), link, "junction");
  }
}
const installed = () => join(home, "node_modules/karenina");

/** An empty folder of its own that has the installed package. */
async function consumer(name: string): Promise<string> {
  const folder = join(home, name);
  await mkdir(folder);
  return folder;
}

/** Runs the installed program with nothing of this environment but where programs are. */
const karenina = (cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, [join(installed(), "bin/karenina.js"), ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
  });

/** Runs the installed program's commands in this process: what a process of its own would do besides is not seen. */
async function kareninaHere(cwd: string, args: readonly string[]): Promise<CommandRun> {
  const { runCommandLine } = await import(join(installed(), "dist/cli/run-command-line.js"));
  return commandHere(runCommandLine, args, { cwd });
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "karenina-packed-"));
  manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", home], {
    cwd: root,
    shell: process.platform === "win32",
  });
  [packed] = JSON.parse(stdout);
  await install();
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe("npm pack", () => {
  test("holds what runs and is documented, and nothing else", () => {
    const paths = packed.files.map(({ path }) => path);
    const rest = paths.filter(
      (path) =>
        !/^(bin\/karenina\.js|(CHANGELOG|README)\.md|LICENSE|package\.json)$/.test(path) &&
        !/^dist\/.*(?<!\.test)(\.js|\.d\.ts)$/.test(path) &&
        !/^dist\/languages\/python\/run\/guest\/\w+\.py$/.test(path) &&
        !/^(dist\/viewer\/viewer\.css|docs\/pictures\/[\w-]+\.png)$/.test(path) &&
        !/^(docs\/[\w-]+\.md|schemas\/[\w-]+\.schema\.json)$/.test(path) &&
        !/^examples\/[\w/-]+(\.config)?\.(csv|xlsx|json|jsonl|jsonld|md|mjs|py|ts|txt|yaml)$/.test(path),
    );
    expect(rest).toEqual([]);
    expect(paths.filter((path) => /^dist\/.*\.py$/.test(path))).toHaveLength(5);
    // of contracts only the types, which `karenina/testing` names
    expect(paths.filter((path) => /\/(contract\/.*\.js$|fixtures\/)/.test(path))).toEqual([]);
  });

  test("its pages link to nothing that is not in it, but for how the code is laid out", async () => {
    const paths = packed.files.map(({ path }) => path);
    const pages = paths.filter((path) => path.endsWith(".md"));
    const dead = pages.map(async (page) => {
      const links = (await readFile(join(root, page), "utf8")).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g);
      const targets = [...links].map(([, link = ""]) => posix.join(posix.dirname(page), link));
      return targets.filter(
        (target) => !paths.some((path) => path === target || path.startsWith(`${target}/`)),
      );
    });
    expect(new Set((await Promise.all(dead)).flat())).toEqual(new Set(["AGENTS.md"]));
  });

  test("nothing in it runs when it is installed, and nothing imports a test framework", async () => {
    const installing = ["preinstall", "install", "postinstall", "prepare", "prepublish"];
    expect(Object.keys(manifest.scripts).filter((name) => installing.includes(name))).toEqual([]);
    const texts = packed.files.filter(({ path }) => /^dist\/.*\.(js|d\.ts)$/.test(path));
    for (const { path } of texts)
      expect(await readFile(join(root, path), "utf8"), path).not.toMatch(/from "vitest"|import\("vitest"\)/);
  });
});

describe("an installed package", () => {
  test("runs its demo in an empty folder, writes nothing, and says how to go on", async () => {
    const empty = await consumer("an empty folder");
    await chmod(installed(), 0o555);
    const readme = await readFile(join(installed(), "README.md"), "utf8");
    const [, promised = ""] = /^npm install karenina zod && npx karenina (\w+)$/m.exec(readme) ?? [];
    const { stdout, stderr } = await karenina(empty, [promised], { EMBEDDING_CHECK: "true" });
    expect(stderr).not.toMatch(/error:|warning:.*environment/);
    expect(stdout).toContain("14/17 82 % [59-94]");
    expect(await readdir(empty)).toEqual([]);
    const commands = [...stdout.matchAll(/^ {2}npx karenina (.*)$/gm)].map(([, args = ""]) =>
      args.split(" "),
    );
    expect(commands.map(([command]) => command)).toEqual(["verify", "show", "init"]);
    for (const args of commands) expect(await kareninaHere(empty, args)).toMatchObject({ code: 0 });
    expect((await readdir(empty)).sort()).toEqual(["my-benchmark", "results.json"]);
    await writeFile(join(empty, "karenina.config.ts"), "throw new Error('loaded');\n");
    expect(JSON.parse((await kareninaHere(empty, ["demo", "--json", "--quiet"])).stdout)).toMatchObject({
      ...{ status: "completed", tasks: { total: 19, finished: 19 } },
    });
  });

  const packages = {
    "no package.json": undefined,
    "type commonjs": '{ "name": "mine", "type": "commonjs" }',
    "type module": '{ "name": "mine", "type": "module" }',
    "no type": '{ "name": "mine", "dependencies": { "karenina": "1" } }',
  };
  test.each(firstCases(1, Object.entries(packages)))(
    "init makes a project that runs: %s",
    async (name, content) => {
      const folder = await consumer(`init ${name}`);
      if (content !== undefined) await writeFile(join(folder, "package.json"), content);
      const made = await runCommand(["init"], { cwd: folder });
      const next = /^ {2}(.*npx karenina (verify (\S+) --preset local))$/m.exec(made.stdout);
      const [, command = "", verify = "", file = ""] = next ?? [];
      const missing = ["karenina", "zod"].filter((dependency) => content?.includes(dependency) !== true);
      const named = [...command.matchAll(/(\w+)@/g)].map(([, dependency]) => dependency);
      expect(named).toEqual(content === undefined ? [] : missing);
      const validated = await kareninaHere(folder, ["benchmark", "validate", file]);
      expect(validated).toMatchObject({ code: 0, stderr: "" });
      await using server = await startOpenAiServer({
        chat: ({ body }) =>
          body.response_format === undefined ? "No idea." : '{"target":null,"celsius":null}',
      });
      const preset = join(folder, "presets/local.json");
      const own = (await readFile(preset, "utf8")).replaceAll("http://localhost:11434/v1", server.url);
      await writeFile(preset, own);
      const { stdout, stderr } = await karenina(folder, verify.split(" "));
      expect(stdout).toMatch(/wrong answers: 2|x wrong/);
      expect(stderr).not.toMatch(/error:|ES module/);
    },
  );

  test("init says what is wrong with a package.json that npm cannot read, and writes nothing", async () => {
    const folder = await consumer("malformed");
    for (const content of ["{ name: mine }", "[]", '{ "dependencies": "karenina" }']) {
      await writeFile(join(folder, "package.json"), content);
      const refused = await runCommand(["init"], { cwd: folder });
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(/^error: .*package\.json/m);
      expect(await readdir(folder)).toEqual(["package.json"]);
    }
  });

  test("loads modules of projects of any type", async () => {
    const folder = await consumer("modules");
    const benchmark = 'import { Benchmark } from "karenina";\nimport { name } from "./name.ts";\n';
    for (const type of firstCases(1, ["commonjs", "", "module"])) {
      await writeFile(join(folder, "package.json"), JSON.stringify(type === "" ? {} : { type }));
      await writeFile(join(folder, "name.ts"), 'export const name: string = "Mine";\n');
      await writeFile(
        join(folder, "mine.ts"),
        `${benchmark}const mine = Benchmark.create({ name }); export default mine;\n`.replace(
          "; export",
          ";\nexport",
        ),
      );
      const { stdout, stderr } = await karenina(folder, ["benchmark", "show", "mine.ts"]);
      expect(stdout).toContain("Mine");
      expect(stderr).toBe("");
    }
  });

  test("compiles in a project without the optional packages, declarations checked", {
    timeout: 180_000,
  }, async () => {
    const folder = await consumer("types");
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "use.ts"), use);
    const compile = async (moduleResolution: string, module: string) => {
      const compilerOptions = {
        ...{ module, moduleResolution, target: "es2024", types: ["node"] },
        ...{ strict: true, skipDefaultLibCheck: true, noEmit: true },
        // once is enough for what no way of finding modules changes
        skipLibCheck: moduleResolution === "bundler",
      };
      const project = join(folder, `${moduleResolution}.json`);
      await writeFile(project, JSON.stringify({ compilerOptions, files: ["use.ts"] }));
      const args = ["-p", project, "--checkers", "1"];
      const { stdout } = await run(join(modules, ".bin/tsc"), args).catch((error) => error);
      return stdout;
    };
    expect(await readFile(join(root, "README.md"), "utf8")).toContain(`npm install -D ${nodeTypes}`);
    expect(await compile("bundler", "esnext")).toBe("");
    if (isThorough) expect(await compile("nodenext", "nodenext")).toBe("");
  });
});

const use = `import { type VerificationResult, answerTemplate, Benchmark, exactMatch, verified } from "karenina";
import { interfaceContract, scriptedModel } from "karenina/testing";
import * as z from "zod";

const benchmark = Benchmark.create({ name: "Mine" });
benchmark.addQuestion({
  question: "What is the target of venetoclax?",
  rawAnswer: "BCL2",
  template: answerTemplate({
    target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
  }),
});
const set = await benchmark.runVerification({ answeringModels: [{ modelName: "m" }], parsingModels: [{ modelName: "j" }] });
const [result]: VerificationResult[] = [...set];
export const cases = interfaceContract;
export const judge = scriptedModel(["x"]);
export const passed: boolean | null | undefined = result?.template?.verifyResult;
// @ts-expect-error what a result holds is known
export const wrong = result?.nothing;
`;
