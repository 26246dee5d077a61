import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";
import { runNotPrinted, shownCommands } from "./shown-commands.ts";

const root = resolve(import.meta.dirname, "../..");
const example = join(root, "examples/spreadsheet");

test("the workbook of the example is what its table says; `npm run spreadsheet:build` writes it", async () => {
  const fresh = join(tmpdir(), `karenina-spreadsheet-${process.pid}.xlsx`);
  // a process of its own: what the writer of workbooks has read before stands in what it writes
  await promisify(execFile)(process.execPath, [join(example, "build.ts"), fresh]);
  expect((await readFile(fresh)).equals(await readFile(join(example, "questions.xlsx")))).toBe(true);
});

test("the page shows what its commands print, and the question that is written", async () => {
  const page = await readFile(join(root, "docs/importing.md"), "utf8");
  await using project = await sampleProject();
  const commands = shownCommands(page);
  expect(commands).toHaveLength(4);
  for (const { line, runs } of commands) {
    const args = line.split(" ").map((word) => (word.startsWith("examples/") ? join(root, word) : word));
    const run = await runCommand(args, { cwd: project.folder });
    expect({ line, code: run.code, stderr: run.stderr, missing: runNotPrinted(runs, run.stdout) }).toEqual({
      ...{ line, code: 0, stderr: "", missing: undefined },
    });
  }
  const shown = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "nothing";
  expect(await readFile(join(project.folder, "benchmark.yaml"), "utf8")).toContain(shown);
});

test("answers of a log of another system are judged by what it became", async () => {
  await using project = await sampleProject();
  const sample = { epoch: 1, input: "Which colour has the sky?", choices: ["red", "blue"], target: "B" };
  const samples = [
    { ...sample, id: 1, output: { completion: "I say blue." } },
    { ...sample, id: 1, epoch: 2, output: { completion: "I say red." } },
  ];
  await project.write(
    "log.json",
    JSON.stringify({ version: 2, status: "success", eval: { task: "sky", model: "m" }, samples }),
  );
  const place = { cwd: project.folder };
  const made = await runCommand(["import", "log.json", "-o", "sky.yaml", "--answers", "sky.jsonl"], place);
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(made.stdout).toContain("sky.yaml: 1 question.");
  const said = (body: object) => (JSON.stringify(body).includes("I say red") ? "A" : "B");
  await using server = await startOpenAiServer({
    chat: ({ body }) => JSON.stringify({ choice: said(body) }),
  });
  const judged = await runCommand(
    [
      ...["judge", "sky.jsonl", "--benchmark", "sky.yaml", "--parsing-interface", "openai_endpoint"],
      ...["--parsing-base-url", server.url, "--parsing-model", "judge", "--no-output"],
    ],
    place,
  );
  expect(judged.stdout).toMatch(/^ +m +1\/2 50 %/m);
});

describe("import", () => {
  const table = "Question,Answer,Level\nWhy?,a,1\nHow come?,b,2\n";
  const benchmark = [
    "# our own remark",
    "karenina: 1",
    "name: Ours",
    "questions:",
    "  - question: Why?   # asked often",
    "    answer: a",
    "    check: exact_match",
    "    metadata: {Level: '1', mine: kept}",
    "  - question: How come?",
    "    answer: b",
    "    fields:",
    "      one: {description: Is it b, truth: true, check: boolean_match}",
    "    metadata:",
    "      Level: '2'",
    "  - question: Who?",
    "    answer: c",
    "    check: exact_match",
    "",
  ].join("\n");

  /** A project with a table and a benchmark, and what `import` says to them. */
  async function imported(rows: string, args: readonly string[], before?: string) {
    const project = await sampleProject();
    const file = join(project.folder, "b.yaml");
    await project.write("t.csv", rows);
    if (before !== undefined) await writeFile(file, before);
    const run = await runCommand(["import", "t.csv", "-o", "b.yaml", ...args], { cwd: project.folder });
    const text = () => readFile(file, "utf8").catch(() => undefined);
    return {
      ...run,
      text: await text(),
      project,
      [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
    };
  }

  test("makes drafts, which validate counts", async () => {
    await using run = await imported(table, ["--name", "Ours"]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain("b.yaml: 2 questions, all of them drafts that need a template.");
    const place = { cwd: run.project.folder };
    const valid = await runCommand(["benchmark", "validate", "b.yaml"], place);
    expect(valid.code).toBe(0);
    expect(valid.stdout).toContain("2 of 2 questions are drafts that need a template; a run leaves them out");
  });

  test("reads a split of a dataset in a folder", async () => {
    await using project = await sampleProject();
    const row = (question: string) => `${JSON.stringify({ question, answer: "a" })}\n`;
    await mkdir(join(project.folder, "squad/data"), { recursive: true });
    await project.write("squad/data/train-00000-of-00002.jsonl", row("Why?"));
    await project.write("squad/data/train-00001-of-00002.jsonl", row("How?"));
    await project.write("squad/test.jsonl", row("Who?"));
    const place = { cwd: project.folder };
    const asked = await runCommand(["import", "squad"], place);
    expect(asked).toMatchObject({ code: 1 });
    expect(asked.stderr).toContain('squad has 2 splits.\nhint: Name one with --split: "test", "train".');
    const made = await runCommand(["import", "squad", "--split", "train"], place);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toContain("squad has test, train; train is read\n");
    expect(made.stdout).toContain('squad: JSONL, split "train" in 2 files, 2 rows and 2 columns\n');
    expect(made.stdout).toContain("squad.yaml: 2 questions");
    const wrong = await runCommand(["import", "squad/test.jsonl", "--split", "test"], place);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stderr).toContain(
      "--split names a split of a dataset in a folder; squad/test.jsonl is none.",
    );
  });

  test("is what other commands name for a table", async () => {
    await using project = await sampleProject();
    await project.write("my table.csv", table);
    for (const command of [["benchmark", "show"], ["draft"]]) {
      const { stderr } = await runCommand([...command, "my table.csv"], { cwd: project.folder });
      expect(stderr).toContain("my table.csv is a table, not a benchmark.");
      expect(stderr).toMatch(/npx karenina import ['"].*my table\.csv['"] -o benchmark\.yaml/);
    }
  });

  test("does not take a table for the suite that it is said to be", async () => {
    await using run = await imported(table, ["--from", "promptfoo"]);
    expect(run).toMatchObject({ code: 2, text: undefined });
    expect(run.stderr).toContain("t.csv is nothing that --from promptfoo reads, or is not there.");
  });

  test("says what it would write with --dry-run, and writes nothing", async () => {
    await using run = await imported(table, ["--dry-run"]);
    expect(run).toMatchObject({ code: 0, text: undefined });
    expect(run.stdout).toContain("would have 2 questions");
  });

  test("lists rows that stand twice, and stops, leaves out or keeps", async () => {
    const rows = `${table}Why?,a,1\nWhy?,z,1\nHow, come,3\n`.replace("How, come,3", "Well?,x,3");
    await using refused = await imported(rows, []);
    expect(refused).toMatchObject({ code: 1, text: undefined });
    expect(refused.stdout).toContain("the same question and answer:\n  row 4 and row 2: Why?");
    expect(refused.stdout).toContain(
      "the same question with another answer:\n  row 5 and row 2: Why? z, and a",
    );
    expect(refused.stderr).toContain("2 rows with a question that stands above; nothing was written.");
    await using skipped = await imported(rows, ["--duplicates", "skip"]);
    expect(skipped.stdout).toContain("3 questions");
    await using kept = await imported(rows, ["--duplicates", "keep"]);
    expect(kept.stdout).toContain("5 questions");
  });

  const changed = "Question,Answer,Level\nWhy?,aa,1\nHow come?,bb,\nWhat?,d,4\n";
  test("shows how a changed table differs, and writes only with --update", async () => {
    await using run = await imported(changed, [], benchmark);
    expect(run).toMatchObject({ code: 1, text: benchmark });
    expect(run.stderr).toContain("exists; nothing was written.\nhint: --update writes what is shown above");
    const said = run.stdout.slice(run.stdout.indexOf("1 new"));
    expect(said).toBe(
      [
        "1 new, 2 changed, 1 in no row, 0 as they were",
        "",
        "New",
        "  + row 4: What?",
        "",
        "Changed",
        "  ~ row 2, urn:uuid:question-why-2673ce82: Why?",
        "      answer: a -> aa",
        "      template: it compares with the new answer",
        "  ~ row 3, urn:uuid:question-how-come-49b492db: How come?",
        "      answer: b -> bb",
        "      Level: 2 -> nothing",
        "      template: it stays, and does not compare with this answer alone; look at it",
        "",
        "In no row, and kept; --remove takes them out",
        "  - urn:uuid:question-who-a7e8d3d0: Who?",
        "",
      ].join("\n"),
    );
  });

  test("keeps comments, templates and all that the table does not say", async () => {
    await using run = await imported(changed, ["--update"], benchmark);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.text).toBe(
      [
        "# our own remark",
        "karenina: 1",
        "name: Ours",
        "questions:",
        "  - question: Why?   # asked often",
        "    answer: aa",
        "    check: exact_match",
        "    metadata: {Level: '1', mine: kept}",
        "  - question: How come?",
        "    answer: bb",
        "    fields:",
        "      one: {description: Is it b, truth: true, check: boolean_match}",
        "  - question: Who?",
        "    answer: c",
        "    check: exact_match",
        "  - question: What?",
        "    answer: d",
        "    metadata:",
        '      Level: "4"',
        "    finished: false",
        "",
      ].join("\n"),
    );
  });

  test("takes a text that is nearly the same as an edit only where it is told to", async () => {
    const before =
      "karenina: 1\nname: Ours\nquestions:\n  - question: In which year did the war between the two states begin?\n    answer: '1861'\n    check: exact_match\n";
    const rows = "Question,Answer\nIn which year did the war between the two states start?,1861\n";
    await using shown = await imported(rows, ["--dry-run"], before);
    expect(shown.stdout).toContain("Perhaps the same with another text; taken as new without --take-near");
    await using taken = await imported(rows, ["--update", "--take-near"], before);
    expect(taken.text).toContain(
      "- question: In which year did the war between the two states start?\n    id: urn:uuid:question-in-which-year-did-the-war-between-the",
    );
    await using other = await imported(rows, ["--update"], before);
    expect(other.stdout).toContain("2 questions, 1 of them a draft that needs a template");
    await using removed = await imported(rows, ["--update", "--remove"], before);
    expect(removed.stdout).toContain("1 question, a draft that needs a template");
  });
});
