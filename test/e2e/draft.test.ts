import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { type ModelServer, startOpenAiServer } from "../../src/models/testing/index.ts";
import { entry, runCommand, userState } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";
import { runNotPrinted, shownCommands } from "./shown-commands.ts";

const root = resolve(import.meta.dirname, "../..");
const inRoot = (word: string) => (word.startsWith("examples/") ? join(root, word) : word);

test("the page shows what its commands print", async () => {
  await using project = await sampleProject();
  const commands = shownCommands(await readFile(join(root, "docs/drafting.md"), "utf8"));
  expect(commands).toHaveLength(4);
  for (const { line, runs } of commands) {
    const run = await runCommand(line.split(" ").map(inRoot), {
      cwd: project.folder,
      env: { COLUMNS: "100" },
    });
    const missing = runNotPrinted(runs, run.stdout.replaceAll(`${project.folder}/`, ""));
    expect({ line, code: run.code, stderr: run.stderr, missing }).toEqual({
      line,
      code: 0,
      stderr: "",
      missing: undefined,
    });
  }
});

test("the lines of README go from the workbook to a report, of a part of its questions", async () => {
  await using project = await sampleProject();
  const readme = await readFile(join(root, "README.md"), "utf8");
  const [, block = ""] = /```sh\n(npx karenina import [\s\S]*?)```/.exec(readme) ?? [];
  const lines = block.trim().split("\n");
  expect(lines).toHaveLength(6);
  for (const line of lines) {
    const words = line.replace(/ +#.*/, "").split(" ").slice(2).map(inRoot);
    const some = words.includes("draft") ? ["--questions", "40-49,190"] : [];
    const run = await runCommand([...words, ...some], { cwd: project.folder });
    expect({ line, code: run.code, errors: /error|warning/.exec(run.stderr)?.[0] }).toEqual({
      line,
      code: 0,
      errors: undefined,
    });
    if (words[0] === "verify") expect(run.stdout).toContain("10 results of 10 questions");
  }
  expect(await readFile(join(project.folder, "report.html"), "utf8")).toContain("<!doctype html>");
});

const benchmark = `# ours
karenina: 1
name: Genes   # a name
questions:
  - question: Is it done?   # by hand
    answer: "Yes"
    check: exact_match
${[0, 1, 2]
  .map(
    (at) => `  - question: Which gene, ${at}?
    id: g${at}
    answer: G${at}
    finished: false   # a draft
`,
  )
  .join("")}`;

/** A field that is right for the gene of a question; of the first question the first draft knows no second name. */
function draftOf(text: string): object {
  const gene = /Which gene, (\d)/.exec(text)?.[1] ?? "";
  const mapping = { [`gene number ${gene}`]: `g${gene}` };
  const isPoor = gene === "0" && !text.includes("earlier_fields");
  return {
    reason: "One gene. \u001b[31mred\u202e",
    fields: [
      {
        name: "gene",
        description: "The gene that is named",
        schema: { type: ["string", "null"] },
        verification: {
          ground_truth: `G${gene}`,
          verify_with: { type: "ExactMatch", normalize: ["lowercase", ...(isPoor ? [] : [{ mapping }])] },
        },
        reason: "A name.",
      },
    ],
    ...(text.includes("earlier_fields")
      ? {}
      : {
          paraphrases: [`It is gene number ${gene}.`],
          wrong: ["It is G9.\u001b[2J"],
          refusal: "I cannot say.",
        }),
  };
}

function judgeOf(text: string): object {
  const answer = text.slice(text.lastIndexOf("<answer>"));
  return { gene: /gene number \d|G\d/.exec(answer)?.[0] ?? null };
}

/** Drafts and judges; from the given call on it waits. */
function startModels(
  waitFrom = Number.POSITIVE_INFINITY,
  until: Promise<void> = Promise.resolve(),
  reached: () => void = () => undefined,
): Promise<ModelServer & { calls(): number }> {
  let calls = 0;
  return startOpenAiServer({
    async chat({ body }) {
      calls += 1;
      if (calls === waitFrom) reached();
      if (calls >= waitFrom) await until;
      const text = (body as { messages: { content: string }[] }).messages
        .map(({ content }) => content)
        .join("\n");
      return JSON.stringify(text.includes("You prepare a benchmark") ? draftOf(text) : judgeOf(text));
    },
  }).then((server) => Object.assign(server, { calls: () => calls }));
}

const flags = (url: string, concurrency = "2") => [
  ...["--drafting-interface", "openai_endpoint", "--drafting-base-url", url, "--drafting-model", "drafter"],
  ...["--no-preflight", "--concurrency", concurrency],
];

describe("karenina draft with a model", () => {
  test("drafts, tries and drafts again, and writes into the file what it should", async () => {
    await using project = await sampleProject();
    const file = await project.write("b.yaml", benchmark);
    await using server = await startModels();
    const place = { cwd: project.folder, env: { COLUMNS: "80" } };
    const run = await runCommand(["draft", "b.yaml", ...flags(server.url), "--quiet"], place);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain("#1  Which gene, 0?");
    expect(run.stdout).toMatch(/gene: ExactMatch "G0" +2\/2 +2\/2 +2nd passes/);
    expect(run.stdout).toMatch(/gene: ExactMatch "G2" +2\/2 +2\/2 +1st passes/);
    expect(run.stdout).toContain(
      "3 questions drafted: 3 pass what they were tried on (2 with the first draft).",
    );
    expect(run.stdout).not.toContain("\u001b");
    const text = await readFile(file, "utf8");
    expect(text).toContain(benchmark.slice(0, benchmark.indexOf("  - question: Which gene, 0?")));
    expect(text.match(/finished: false {3}# a draft/g)).toHaveLength(3);
    expect(await readdir(project.folder)).not.toContain("b.yaml.drafting");
    const again = await runCommand(["draft", "b.yaml", ...flags(server.url)], place);
    expect(again).toMatchObject({
      code: 0,
      stdout: "There is nothing to draft: every question has a template.\n",
    });
    const some = await runCommand(["draft", "b.yaml", "--finish", "--questions", "1"], place);
    expect(some.stdout).toContain(
      "1 draft of b.yaml is finished: a run takes it. 2 questions are drafts still.",
    );
    const own = await runCommand(["draft", "b.yaml", ...flags(server.url), "--questions", "0,2"], place);
    expect(own).toMatchObject({ code: 2, stderr: expect.stringContaining("Not drafts: #0") });
    const named = [
      "draft",
      "b.yaml",
      ...flags(server.url),
      "--questions",
      "2",
      "--finish",
      "--json",
      "--quiet",
    ];
    const { questions, left, spent } = JSON.parse((await runCommand(named, place)).stdout);
    expect(questions).toMatchObject([{ number: 2, id: "g1", draft: { state: "passes", by: "drafter" } }]);
    expect({ left, spent }).toMatchObject({ left: [], spent: { calls: 5, cost_usd: null } });
    expect((await readFile(file, "utf8")).match(/finished: false/g)).toHaveLength(1);
  });

  test("what people have in the file and beside it stays, whatever comes of drafting", async () => {
    await using project = await sampleProject();
    const file = await project.write("b.yaml", benchmark);
    await mkdir(join(project.folder, "b.yaml.drafting"));
    const note = await project.write("b.yaml.drafting/mine.txt", "mine");
    const wait = Promise.resolve();
    const byHand = "    answer_notes: Genes of mice count too.\n    finished: false   # a draft\n";
    await using server = await startModels(4, wait, () => {
      const at = benchmark.indexOf("    finished: false");
      writeFileSync(file, benchmark.slice(0, at) + benchmark.slice(at).replace(/.*\n/, byHand));
    });
    const run = await runCommand(["draft", "b.yaml", ...flags(server.url), "--quiet"], {
      cwd: project.folder,
    });
    expect(run.stderr).toContain("question g0 was changed in the file while it was drafted");
    const text = await readFile(file, "utf8");
    expect(text).toContain(`    answer: G0\n${byHand}`);
    expect(text.match(/state: passes/g)).toHaveLength(2);
    expect(await readFile(note, "utf8")).toBe("mine");
    expect(await readdir(join(note, ".."))).toEqual(["mine.txt"]);
  });

  test("a kill loses nothing that was paid for", async () => {
    await using project = await sampleProject();
    const file = await project.write("b.yaml", benchmark);
    const over = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    await using server = await startModels(8, over.promise, reached.resolve);
    const args = ["draft", "b.yaml", ...flags(server.url, "1")];
    const environment = { PATH: process.env.PATH ?? "", XDG_STATE_HOME: userState };
    const child = spawn(process.execPath, [entry, ...args], {
      cwd: project.folder,
      env: environment,
      stdio: "ignore",
    });
    await reached.promise;
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await readFile(file, "utf8")).toBe(benchmark);
    over.resolve();
    const before = server.calls();
    const run = await runCommand([...args, "--quiet", "--json"], { cwd: project.folder });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    // 3 drafts and one again, and 12 answers, whose judge is asked the same of both drafts; 7 of them had come
    expect(server.calls() - before).toBe(3 + 1 + 12 - 7);
    expect(JSON.parse(run.stdout).spent.calls).toBe(9);
  });

  test("what a judge cannot decide is undecided, and the next time asks for that alone", async () => {
    await using project = await sampleProject();
    await project.write("b.yaml", benchmark);
    await using server = await startModels();
    await using refusing = await startOpenAiServer({
      chat: () => ({ status: 400, body: { error: { message: "not me" } } }),
    });
    const judge = ["openai_endpoint", "--parsing-base-url", refusing.url, "--parsing-model", "judge"];
    const place = { cwd: project.folder };
    const some = ["draft", "b.yaml", ...flags(server.url), "--quiet", "--limit", "1"];
    const run = await runCommand([...some, "--parsing-interface", ...judge], place);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain("could not be tried on everything");
    expect(run.stderr).toMatch(/4 answers without a verdict: .*not me/);
    expect(run.stderr).toContain("Run the same command again");
    const stuck = await runCommand([...some, "--parsing-interface", ...judge], place);
    expect(stuck.stderr).toMatch(/No model said anything new.*remove .*b\.yaml\.drafting to have all of it/);
    const before = server.calls();
    expect(await runCommand(some, place)).toMatchObject({ code: 0, stderr: "" });
    expect(server.calls() - before).toBe(4 + 1);
  });

  test("needs models that can be used, and a file", async () => {
    await using project = await sampleProject();
    await project.write("b.yaml", benchmark);
    const run = (...args: string[]) => runCommand(["draft", ...args], { cwd: project.folder });
    expect(await run("benchmark.ts", "--drafting-model", "m")).toMatchObject({ code: 2 });
    const unserved = await run("b.yaml", "--drafting-model", "m");
    expect(unserved).toMatchObject({ code: 2, stderr: expect.stringContaining("(--drafting-model)") });
    const unnamed = await run("b.yaml", "--rubric", "clear");
    expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining("--rubric needs a model") });
  });

  test("--rubric drafts traits, and writes those that tell good answers from bad ones", async () => {
    await using project = await sampleProject();
    const file = await project.write("b.yaml", benchmark);
    const short = {
      name: "short",
      kind: "boolean",
      description: "One sentence?",
      good: ["G0."],
      bad: ["G0. It is so."],
    };
    const cites = {
      ...short,
      name: "cites",
      kind: "regex",
      pattern: "\\[\\d\\]",
      good: ["G0 [1]."],
      bad: ["G0 [2]."],
    };
    await using server = await startOpenAiServer({
      chat({ body }) {
        const text = (body as unknown as { messages: { content: string }[] }).messages
          .map(({ content }) => content)
          .join("\n");
        if (text.includes("You prepare a rubric")) return JSON.stringify({ traits: [short, cites] });
        return JSON.stringify({ scores: { short: !text.includes("It is so") } });
      },
    });
    const place = { cwd: project.folder, env: { COLUMNS: "80" } };
    const args = ["draft", "b.yaml", ...flags(server.url), "--rubric", "short, cites sources", "--quiet"];
    const run = await runCommand(args, place);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(/short +boolean +1\/1 +1\/1 +1st passes/);
    expect(run.stdout).toMatch(/cites +regex +1\/1 +0\/1 +FAILS/);
    expect(run.stdout).toContain("bad   true!, not false  G0 [2].");
    const text = await readFile(file, "utf8");
    expect(text).toMatch(/rubric:\n +- type: llm\n +name: short\n/);
    expect(text).not.toContain("name: cites");
    expect(text).toContain(benchmark.slice(benchmark.indexOf("questions:")));
    const named = await runCommand([...args, "--questions", "1"], place);
    expect(named).toMatchObject({ code: 2, stderr: expect.stringContaining("--rubric") });
  });
});
