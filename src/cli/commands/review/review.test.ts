import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { KareninaError, systemClock } from "../../../base/index.ts";
import { Benchmark, templateIdOf } from "../../../benchmark/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { type ScriptedAnswer, scriptedPrompts } from "../../interactive/testing/scripted-prompts.ts";
import { review } from "./review.ts";
import type { ReviewOptions } from "./review-command.ts";

const file = `karenina: 1
name: Small
questions:
  # the first
  - question: How many?
    id: a
    answer: 14
    check: numeric_exact # of course
    metadata:
      karenina_draft:
        state: passes
        by: m
        judge: j
        drafts: 1
        reason: It is a count.
        field_reasons: {answer: Nothing else is meant.}
        tries:
          - {kind: expected, answer: "14", verdict: pass}
          - {kind: wrong, answer: It is fifteen, verdict: fail}
        template_id: TEMPLATE
    finished: false
  - question: Which?
    id: b/../b
    answer: BCL2
    finished: false
  - question: Why?
    id: c
    answer: x
    check: exact_match
`;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-review-cli-"));
  const path = join(folder, "b.yaml");
  await writeFile(path, file);
  const [first] = await Benchmark.load(path);
  await writeFile(path, file.replace("TEMPLATE", first === undefined ? "" : templateIdOf(first)));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const now = () => readFile(join(folder, "b.yaml"), "utf8");

async function reviewed(
  script: readonly ScriptedAnswer[] | undefined,
  { options = {}, editor = "" }: { options?: ReviewOptions; editor?: string } = {},
) {
  const prompts = script && scriptedPrompts(script);
  const program = join(folder, "editor.sh");
  await writeFile(program, `#!/bin/sh\n${editor}\n`);
  await chmod(program, 0o755);
  let stdout = "";
  const io: CommandIo = {
    stdout: { write: (text) => (stdout += text), columns: 80 },
    stderr: { write: (text) => (stdout += text) },
    environment: { PATH: process.env.PATH, VISUAL: program, FOLDER: folder },
    workingDirectory: folder,
    clock: systemClock,
    prompts,
    interrupted: new AbortController().signal,
  };
  const code = await review("b.yaml", options, io);
  prompts?.done();
  return { code, stdout, notes: prompts?.notes ?? [] };
}

const leaving = new KareninaError("cancelled", "left");

it("shows a question, its check in words, why it was drafted and what was tried", async () => {
  const { notes, code, stdout } = await reviewed([["What now?", "quit"]]);
  expect(notes[0]?.split("\n")).toEqual([
    "Question 1 of 2, 2 not finished: a",
    "How many?",
    "",
    "Expected  14",
    "",
    "answer (number)",
    "  The answer that the response gives to the question",
    "  Right where it is 14.",
    "  Why: Nothing else is meant.",
    "",
    "An answer is right where the field answer is.",
    "",
    "Drafted   by m",
    "Why       It is a count.",
    "",
    "Tried on 2 answers, judged by j: each got the right verdict.",
    "  expected   passes      14",
    "  wrong      fails       It is fifteen",
  ]);
  expect([code, stdout]).toEqual([
    0,
    "Nothing was decided: b.yaml. 2 of 2 are not finished; the same command goes on.\n",
  ]);
});

it("writes each decision at once, goes back, and goes on where it was left", async () => {
  const before = await now();
  const { code, stdout, notes } = await reviewed([
    ["What now?", "="], // tries speak for it
    ["What now?", "note"],
    ["Your note", "ask Ana"],
    ["What now?", "back"],
    ["What now?", "reopen"],
    ["What now?", "accept"],
    ["What now?", leaving],
  ]);
  expect(code).toBe(130);
  expect(stdout).toBe("2 accepted: b.yaml. 1 of 2 is not finished; the same command goes on.\n");
  expect(notes[1]).toContain(
    "Question 2 of 2, 1 not finished: b/../b\nWhich?\n\nExpected  BCL2\n\nWrong     It has no template",
  );
  expect(notes[2]).toContain("Noted     ask Ana");
  const text = before
    .replace("    finished: false\n", "")
    .replace("answer: BCL2\n", "answer: BCL2\n    metadata:\n      review_note: ask Ana\n");
  expect(await now()).toBe(text);
  const again = await reviewed([
    ["What now?", "="], // skip: nothing speaks for it
  ]);
  expect(again.notes[0]).toContain("Question 1 of 1, 1 not finished: b/../b");
});

it("rejects with a reason, and asks nobody's opinion of what is finished unless it is told to", async () => {
  const { notes } = await reviewed(
    [
      ["What now?", "reject"],
      ["Why?", "not a count"],
      ["What now?", "="],
    ],
    { options: { questionIds: ["c", "a"] } },
  );
  expect(notes.map((note) => note.split("\n")[0])).toEqual([
    "Question 1 of 2, 1 not finished: a",
    "Question 2 of 2, 1 not finished: c",
  ]);
  expect(await now()).toContain(
    "    answer: 14\n    metadata:\n      review_note: not a count\n    finished: false\n",
  );
});

const breakThenMend =
  'if grep -q exat "$1"; then sed -i s/exat/exact/ "$1"; else sed -i "s/answer: 14/answer: 15/; s/_exact/_exat/" "$1"; fi';

it("opens the question in the editor until it can be read", async () => {
  const before = await now();
  const { notes, stdout } = await reviewed(
    [
      ["What now?", "edit"],
      ["Edit your text again?", true],
      ["What now?", "quit"],
    ],
    { editor: breakThenMend },
  );
  expect(notes[1]).toBe(
    'Nothing was written\n1 problem:\nline 4, column 8: check: there is no check "numeric_exat"; did you mean\n"numeric_exact"?',
  );
  expect(await now()).toBe(before.replace("answer: 14", "answer: 15"));
  expect(notes[2]).toMatch(/template\shas been edited since/);
  expect(stdout).toContain("1 edited: b.yaml.");
});

it("keeps what was written when it is left in between", async () => {
  const before = await now();
  const { stdout, code } = await reviewed(
    [
      ["What now?", "edit"],
      ["Edit your text again?", leaving],
    ],
    { editor: breakThenMend },
  );
  expect(code).toBe(130);
  const kept = /What you wrote is in (.*\.yaml)/.exec(stdout)?.[1] ?? "";
  expect(await readFile(kept, "utf8")).toContain("answer: 15\ncheck: numeric_exat # of course\n");
  await rm(join(kept, ".."), { recursive: true });
  expect(await now()).toBe(before);
});

it("never overwrites what somebody else has changed meanwhile", async () => {
  const theirs =
    'sed -i "s/answer: 14/answer: 15/" "$1"; sed -i "s/How many/How very many/" "$FOLDER/b.yaml"';
  const before = await now();
  const { notes } = await reviewed(
    [
      ["What now?", "edit"],
      ["Edit your text again?", false],
      ["What now?", "quit"],
    ],
    { editor: theirs },
  );
  expect(notes[1]).toContain(
    "Somebody has changed this question meanwhile; it is now\nquestion: How very many?",
  );
  expect(notes[2]).toContain("How very many?");
  expect(await now()).toBe(before.replace("How many", "How very many"));
});

it("goes on where an editor fails, or the file cannot be read any more", async () => {
  const { notes } = await reviewed(
    [
      ["What now?", "edit"],
      ["What now?", "quit"],
    ],
    { editor: "exit 3" },
  );
  expect(notes[1]).toContain("editor.sh` ended with 3.");
  expect(notes[1]).toContain("Set VISUAL or EDITOR");
  const broken = 'echo "  - [" >> "$FOLDER/b.yaml"; sed -i "s/answer: 14/answer: 15/" "$1"';
  const other = await reviewed(
    [
      ["What now?", "edit"],
      ["What now?", "quit"],
    ],
    { editor: broken },
  );
  expect(other.notes[1]?.replace(/\s+/g, " ")).toContain("b.yaml is not a valid benchmark, 1 problem:");
  expect(other.stdout).toContain("What you wrote is in ");
  const kept = /What you wrote is in (.*\.yaml)/.exec(other.stdout)?.[1] ?? "";
  await rm(join(kept, ".."), { recursive: true });
});

it("lists without a terminal, and says so", async () => {
  await expect(reviewed(undefined)).rejects.toMatchObject({
    code: "configuration",
    hint: expect.stringContaining("--list shows them"),
  });
  const { stdout } = await reviewed(undefined, { options: { list: true } });
  expect(stdout).toBe(
    [
      "Id      Question   Template  Tried         Finished",
      "a       How many?  yes       2 of 2 right  no",
      "b/../b  Which?     none      not           no",
      "",
      "2 of 3 questions, 2 not finished.",
      "",
    ].join("\n"),
  );
  const json = await reviewed(undefined, { options: { json: true, only: "drafts" } });
  expect(JSON.parse(json.stdout)).toMatchObject({
    questions: [{ id: "a", template: { passes: "An answer is right where the field answer is." } }],
  });
  const none = await reviewed(undefined, { options: { only: "failed-trials" } });
  expect(none.stdout).toBe("Nothing to look at in b.yaml: 3 questions, 2 not finished.\n");
  await expect(reviewed([], { options: { questionIds: ["z"] } })).rejects.toMatchObject({
    message: '--question-ids: no question has the id "z".',
  });
});

it("keeps a question whose own text has a line like that below which nothing is kept", async () => {
  const line = "    # ---- karenina: nothing below this line is kept ----\n";
  const path = join(folder, "b.yaml");
  await writeFile(path, (await now()).replace("    metadata:\n", `${line}    metadata:\n`));
  const before = await now();
  const edit = [
    ["What now?", "edit"],
    ["What now?", "quit"],
  ] as const;
  await reviewed(edit, { editor: 'sed -i "s/answer: 14/answer: 15/" "$1"' });
  expect(await now()).toBe(before.replace("answer: 14", "answer: 15"));
});

it("says what a model took back, and then proposes nothing", async () => {
  const path = join(folder, "b.yaml");
  const taken = "          - {kind: wrong, answer: One, verdict: pass, withdrawn: It is right}\n";
  await writeFile(path, (await now()).replace("        template_id", `${taken}        template_id`));
  const { notes } = await reviewed([
    ["What now?", "="],
    ["What now?", "quit"],
  ]);
  expect(notes[0]).toContain(
    "Tried on 2 answers, judged by j: each got the right verdict. The model\ntook 1 back",
  );
  expect(notes[0]).toContain("  wrong      taken back  One (It is right)");
  expect(await now()).toContain("finished: false\n  - question: Which?");
});
