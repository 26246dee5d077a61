import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand, spawnCommand } from "./run-command.ts";
import { type SampleProject, sampleProject, scripted } from "./sample-project.ts";

let project: SampleProject;
let server: Awaited<ReturnType<typeof startOpenAiServer>>;
beforeAll(async () => {
  project = await sampleProject(2);
  server = await startOpenAiServer({ chat: scripted() });
});
afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const judge = () => ["--base-url", server.url, "--parsing-model", "j"];

async function verify(...args: string[]) {
  return runCommand(["verify", "benchmark.ts", ...judge(), ...args], { cwd: project.folder });
}

interface Export {
  readonly results: readonly {
    readonly metadata: { readonly answering: { readonly interface: string; readonly model_name: string } };
    readonly template: { readonly retrieved_contexts: unknown; readonly raw_llm_response: string };
  }[];
}
const readExport = async (file: string): Promise<Export> =>
  JSON.parse(await readFile(join(project.folder, file), "utf8"));

/** A module is run once in a process, so each has a name of its own. */
let modules = 0;
async function writeApp(source: string): Promise<string> {
  modules += 1;
  await project.write(`app${modules}.mjs`, source);
  return `app${modules}.mjs`;
}

describe("--app", () => {
  test.each([
    [
      "a function by default",
      'export default ({ question }) => ({ text: `T ${question}`, contexts: [{ text: "p" }] });',
      ["%"],
    ],
    [
      "a list by default",
      'const answer = () => "T"; export default [{ id: "a", answer }, { answer }];',
      ["%-2", "a"],
    ],
    [
      "several by name, beside what is none",
      'const answer = () => "T"; export const first = { answer }; export const second = { id: "b", answer }; export const sum = 3;',
      ["b", "first"],
    ],
  ])("takes %s", async (_, source, names) => {
    const file = await writeApp(source);
    const run = await verify("--app", `./${file}`, "--output", "out.json", "--overwrite");
    expect(run.stderr).toContain(`note: ./${file} is run.`);
    expect(run.code).toBe(0);
    const { results } = await readExport("out.json");
    expect(results).toHaveLength(2 * names.length);
    const found = results.map(({ metadata }) => metadata.answering.model_name);
    const named = found.map((name) => name.replace(file.slice(0, -4), "%"));
    expect([...new Set(named)].toSorted()).toEqual(names);
    expect(results.every(({ metadata }) => metadata.answering.interface === "value")).toBe(true);
    if (names[0] === "%" && names.length === 1)
      expect(results[0]?.template.retrieved_contexts).toEqual([
        { text: "p", source: null, id: null, score: null },
      ]);
  });

  test("may be given twice, and takes the place of a preset's model under test", async () => {
    await project.write("one.mjs", 'export default () => "T";');
    await project.write(
      "two.mts",
      "export default ({ question }: { question: string }): string => question;",
    );
    await project.write(
      "preset.json",
      JSON.stringify({
        config: {
          answering_models: [
            {
              id: "no",
              model_name: "no",
              interface: "openai_endpoint",
              endpoint_base_url: "http://127.0.0.1:1/v1",
            },
          ],
          parsing_models: [{ id: "j", model_name: "j", endpoint_base_url: server.url }],
        },
      }),
    );
    const args = [
      "verify",
      "benchmark.ts",
      "--preset",
      "preset.json",
      "--app",
      "one.mjs",
      "--app",
      "two.mts",
    ];
    const run = await runCommand([...args, "--output", "two.json"], { cwd: project.folder });
    expect(run.code).toBe(0);
    const names = (await readExport("two.json")).results.map(({ metadata }) => metadata.answering.model_name);
    expect([...new Set(names)].toSorted()).toEqual(["one", "two"]);
  });

  test("is given again when the run is gone on with", async () => {
    const file = await writeApp('export default () => "T";');
    await verify("--app", file, "--questions", "0", "--output", "part.jsonl");
    const resume = ["--resume", "part.jsonl", "--app", file];
    const again = await runCommand(["verify", ...resume], { cwd: project.folder });
    expect(again.stderr).not.toContain("error");
    expect(again.code).toBe(0);
  });

  test("stands in the command that goes on with an interrupted run, and without it the error says so", async () => {
    const go = join(project.folder, "go");
    const file = await writeApp(`
      import { existsSync } from "node:fs";
      export default async ({ question, signal }) => {
        if (existsSync(${JSON.stringify(go)}) || question.endsWith("0?")) return "T";
        process.kill(process.pid, "SIGTERM");
        return new Promise(() => undefined);
      };`);
    const flags = ["--no-async", ...judge(), "--app", `./${file}`, "--output", "cut.jsonl"];
    const cut = await spawnCommand(["verify", "benchmark.ts", ...flags], { cwd: project.folder });
    expect(cut.code).toBe(130);
    const [, command = ""] = /^Resume with: npx karenina (.+)$/m.exec(cut.stderr) ?? [];
    expect(command).toBe(`verify --resume cut.jsonl --app ./${file}`);
    await project.write("go", "");
    const without = await runCommand(["verify", "--resume", "cut.jsonl"], { cwd: project.folder });
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining("--app FILE") });
    const again = await runCommand(command.split(" "), { cwd: project.folder });
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("2/2") });
  });

  test("that is no module, or has a setting by another name, is told what to write", async () => {
    await project.write("app.py", "print(1)");
    const python = await verify("--app", "app.py", "--no-output");
    expect(python).toMatchObject({ code: 2, stderr: expect.stringContaining('--command "python app.py"') });
    expect(python.stderr).not.toContain("app.py is run");
    const file = await writeApp('export default { answer: () => "x", timeout: 1 };');
    const other = await verify("--app", file, "--no-output");
    expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/agent_?[tT]imeout/) });
  });

  test.each([
    ["nothing", "export const x = 1;", [], /--app: \S+ exports nothing that answers questions\./],
    ["what fails", 'throw new Error("no index")', [], /mjs could not be loaded: no index/],
    ["a setting that there is not", 'export default { answer: () => "x", temprature: 1 };', [], /temprature/],
    [
      "beside another model",
      'export default () => "x";',
      ["--answering-model", "m"],
      /--app and --answering-model both say what is tested\./,
    ],
    [
      "beside a program",
      'export default () => "x";',
      ["--command", "python app.py"],
      /--app and --command both say what is tested\./,
    ],
    ["twice", 'export default () => "x";', ["--app", "SAME"], /mjs is used already/],
  ])("that exports %s is refused", async (_, source, more, message) => {
    const file = await writeApp(source);
    const further = more.map((word) => (word === "SAME" ? file : word));
    const run = await verify("--app", `./${file}`, ...further, "--no-output");
    expect(run.code).not.toBe(0);
    expect(run.stderr).toMatch(message);
    expect((await verify("--app", "./none.mjs", "--no-output")).stderr).toMatch(/--app: there is no file/);
  });

  test("whose function fails, or says that there is no answer, ends in what it says, and the process ends", async () => {
    await project.write(
      "ends.ts",
      `import { NoAnswer } from "karenina";
       export default ({ question }: { question: string }) => {
         setInterval(() => {}, 1000);
         if (question.includes("0")) throw new NoAnswer("nothing found");
         throw new Error("the index is gone");
       };`,
    );
    const args = ["verify", "benchmark.ts", ...judge(), "--app", "ends.ts", "--output", "ends.json"];
    const run = await spawnCommand(args, { cwd: project.folder });
    expect(run.code).toBe(1);
    const text = await readFile(join(project.folder, "ends.json"), "utf8");
    expect(text).toContain("it has no answer: nothing found");
    expect(text).toContain('Model \\"ends\\" threw: the index is gone');
  });
});
