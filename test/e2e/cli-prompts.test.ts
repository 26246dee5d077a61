import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { VerificationResultSet } from "../../src/result/index.ts";
import { runCommand } from "./run-command.ts";
import { sampleProject, scripted } from "./sample-project.ts";

const page = await readFile(resolve(import.meta.dirname, "../../docs/models.md"), "utf8");
const section = page.slice(page.indexOf("## Several prompts"), page.indexOf("## JSON replies"));
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? "";

test("the page's prompts are run with two models, shown within 80 columns, compared, broken down and extended", async () => {
  await using server = await startOpenAiServer({ chat: scripted({ wrong: [1] }) });
  await using project = await sampleProject(3);
  const karenina = (...args: readonly string[]) => runCommand(args, { cwd: project.folder });
  const asked = () => server.requests.map(({ body }) => body.model);
  await project.write("prompts.yaml", block("yaml"));
  const model = (modelName: string) => ({ model_name: modelName, endpoint_base_url: server.url });
  const config = { answering_models: [model("m"), model("n")], parsing_models: [model("j")] };
  await project.write("models.json", JSON.stringify({ config }));
  const flags = ["benchmark.ts", "--preset", "./models.json", "--no-preflight", "--prompts"];
  const done = await karenina("verify", ...flags, "prompts.yaml", "--output", "run.jsonl");
  expect(done).toMatchObject({ code: 0 });
  expect(done.stdout.replaceAll(/\d+ ms|\d+\.\d+ s/g, "0.0 s")).toContain(block("text"));
  expect(asked().filter((name) => name === "m")).toHaveLength(9);
  expect(asked().filter((name) => name === "j")).toHaveLength(18);
  const results = await VerificationResultSet.fromLog(join(project.folder, "run.jsonl"));
  expect(new Set([...results].map(({ metadata }) => metadata.promptId))).toEqual(
    new Set(["short", "step-by-step", "plain"]),
  );

  const summary = await karenina("summary", "run.jsonl", "--by", "prompt");
  expect(summary.stdout).toMatch(/^ +prompt +model/m);
  const compared = await karenina("compare", "run.jsonl", "--by", "prompt");
  expect(compared.stdout).toContain("step-by-step against short");
  expect(compared.stdout).toContain("6 results matched by question and replicate");
  const chosen = await karenina(
    "compare",
    "run.jsonl",
    "--by",
    "prompt",
    "--model",
    "plain",
    "--model",
    "short",
    "--json",
  );
  expect(JSON.parse(chosen.stdout)).toMatchObject({ sides: ["plain", "short"], pairs: [{ matched: 6 }] });
  const gated = await karenina("summary", "run.jsonl", "--gate", 'pass_rate min=90% model="n / short"');
  expect(gated.stdout).toContain(
    "(openai_endpoint:n (n / short), judged by openai_endpoint:j): 66.7 % of 3 [",
  );
  const met = await karenina("summary", "run.jsonl", "--gate", 'pass_rate min=50% model="n / short"');
  expect([gated.code, met.code]).toEqual([1, 0]);
  const shown = await karenina("show", "run.jsonl", "--question", "0", "--model", "m / short");
  expect(shown.stdout).toMatch(/^Prompt +short$/m);
  expect(shown.stdout).toMatch(/^What the model was sent\n {2}system +Answer in one word/m);
  expect(shown.stdout).toMatch(/^ {2}user +\S/m);

  const before = asked().length;
  await project.write("more.json", JSON.stringify({ prompts: [{ id: "kind", system_prompt: "Be kind." }] }));
  const extended = await karenina(
    "verify",
    "--extend",
    "run.jsonl",
    "--prompts",
    "more.json",
    "--output",
    "two.jsonl",
  );
  expect(extended).toMatchObject({ code: 0 });
  expect(asked().slice(before).toSorted()).toEqual([..."jjjjjj", ..."mmm", ..."nnn"]);
  const resumed = await karenina("verify", "--resume", "two.jsonl");
  expect(resumed).toMatchObject({ code: 0 });
  expect(asked()).toHaveLength(before + 12);

  const python = await karenina(
    ...["results", "save", "run.jsonl", "python.json", "--output-format", "karenina-2.2"],
  );
  expect(python).toMatchObject({ code: 0 });
  const exported = await readFile(join(project.folder, "python.json"), "utf8");
  expect(exported.includes('"config_id":"m / short"')).toBe(true);
  expect(exported.includes("prompt_id")).toBe(false);
});

test("a file of prompts that is wrong is told with what was expected", async () => {
  await using project = await sampleProject(1);
  const told = async (text: string) => {
    await project.write("prompts.yaml", text);
    const flags = ["--base-url", "http://127.0.0.1:9", "--answering-model", "m", "--parsing-model", "j"];
    const run = await runCommand(["verify", "benchmark.ts", ...flags, "--prompts", "prompts.yaml"], {
      cwd: project.folder,
    });
    expect(run.code).toBe(2);
    return run.stderr;
  };
  expect(await told("prompts:\n  - id: a\n    user_prompt: Think.\n")).toContain(
    "prompts[0].user_prompt: expected {{question}} exactly once, found it nowhere",
  );
  expect(await told("prompts:\n  - id: a\n    sytem_prompt: Think.\n")).toContain(
    'did you mean "system_prompt"?',
  );
  expect(await told("prompts:\n  - id: a\n    user_prompt: {{question}} Think.\n")).toContain(
    "stands in quotation marks",
  );
});
