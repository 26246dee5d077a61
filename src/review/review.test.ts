import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Benchmark } from "../benchmark/index.ts";
import { templateIdOf } from "../benchmark/question/question-template.ts";
import { draftProperty, draftRecord, storedDraftRecord } from "../drafting/index.ts";
import {
  decideQuestion,
  editQuestion,
  openReview,
  questionText,
  type Review,
  reviewEntries,
  reviewQuestion,
} from "./index.ts";

const file = `# About this file
karenina: 1
name: Small   # a name

fields:
  target: {description: The target, type: text, check: exact_match}
questions:
  # the first
  - question: What?   # why
    id: a
    answer: 14   # a number
    fields:
      amount: {description: How much, truth: 14, check: numeric_exact}
    metadata:
      # our own
      mine: [kept,  so]
    finished: false   # a draft

  - {question: Which?, id: b, answer: x, fields: {target: x}, finished: false}   # in braces

  # the last
  - question: How?
    id: c
    answer: BCL2
    finished: false
`;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-review-test-"));
  path = join(folder, "b.yaml");
  await writeFile(path, file);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const now = () => readFile(path, "utf8");

/** The review with a record of how `a` was drafted and tried. */
async function tried(): Promise<Review> {
  const benchmark = await Benchmark.load(path);
  const question = benchmark.getQuestion("a");
  benchmark.setQuestionCustomProperty(
    "a",
    draftProperty,
    storedDraftRecord({
      ...{ state: "fails", by: "m", judge: "j", drafts: 2, reason: "one number" },
      fieldReasons: { amount: "it is exact" },
      tries: [
        { kind: "expected", answer: "14", verdict: "pass" },
        { kind: "wrong", answer: "15", verdict: "pass" },
      ],
      templateId: templateIdOf(question),
    }),
  );
  await benchmark.save();
  return openReview(path);
}

describe("what is decided is written, and all else stays", () => {
  test("accept, and take back", async () => {
    const accepted = await decideQuestion(await openReview(path), "a", { decision: "accept" });
    expect(await now()).toBe(file.replace("    finished: false   # a draft\n", ""));
    await decideQuestion(accepted, "a", { decision: "reopen" });
    expect((await openReview(path)).content.questions[0]?.finished).toBe(false);
  });

  test("a note joins those before it, among the user's own keys", async () => {
    const noted = await decideQuestion(await openReview(path), "a", { decision: "note", note: " ask Ana " });
    const once = file.replace("[kept,  so]\n", "[kept,  so]\n      review_note: ask Ana\n");
    expect(await now()).toBe(once);
    const again = await decideQuestion(noted, "a", { decision: "accept", note: "she agrees" });
    expect((await reviewQuestion(again, "a")).reviewNote).toBe("ask Ana\nshe agrees");
    expect(again.content.questions[0]?.answerNotes).toBeUndefined();
  });

  test("reject takes the template away, with its record, and leaves a draft", async () => {
    const rejected = await decideQuestion(await tried(), "a", { decision: "reject" });
    expect(await now()).toBe(file.replace(/ {4}fields:\n {6}amount.*\n/, ""));
    expect(rejected.content.questions[0]).toMatchObject({
      template: undefined,
      finished: false,
      rawAnswer: "14",
    });
  });

  test("what cannot be finished is not accepted", async () => {
    const review = await openReview(path);
    await expect(decideQuestion(review, "c", { decision: "accept" })).rejects.toMatchObject({
      ...{
        code: "invalid_input",
        message: "c cannot be finished: It has no template, and no trait judges it.",
      },
    });
    await expect(decideQuestion(review, "d", { decision: "accept" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await now()).toBe(file);
  });
});

describe("what there is to see", () => {
  test("fields and checks in words, reasons, and what was tried", async () => {
    const seen = await reviewQuestion(await tried(), "a");
    expect(seen).toMatchObject({
      ...{ id: "a", place: 0, question: "What?", answer: "14", finished: false, problems: [] },
      trials: { state: "fails", right: 1, of: 2 },
      template: { fields: [{ name: "amount", asks: "How much", right: ["Right where it is 14."] }] },
      draft: {
        ...{ by: "m", drafts: 2, reason: "one number", isEdited: false },
        fieldReasons: [{ field: "amount", reason: "it is exact" }],
        tries: [{ isAsItShould: true }, { kind: "wrong", verdict: "pass", isAsItShould: false }],
      },
    });
    expect(JSON.parse(JSON.stringify(seen))).toEqual(seen);
    expect(await reviewQuestion(await openReview(path), "c")).toMatchObject({ template: null, draft: null });
  });

  test("drafts, failed trials, what is not finished, and all", async () => {
    const ids = (review: Review, only: Parameters<typeof reviewEntries>[1]) =>
      reviewEntries(review, only).map(({ id }) => id);
    const review = await decideQuestion(await tried(), "b", { decision: "accept" });
    expect(ids(review, "all")).toEqual(["a", "b", "c"]);
    expect(ids(review, "unfinished")).toEqual(["a", "c"]);
    expect(ids(review, "drafts")).toEqual(["a"]);
    expect(ids(review, "failed-trials")).toEqual(["a"]);
    const edited = await editQuestion(
      review,
      "a",
      (await questionText(review, "a")).replace("truth: 14", "truth: 15"),
    );
    if ("problems" in edited) throw new Error("expected no problems");
    expect(ids(edited.review, "failed-trials")).toEqual([]);
    expect((await reviewQuestion(edited.review, "a")).draft?.isEdited).toBe(true);
    expect(draftRecord(edited.review.content.questions[0] ?? { customMetadata: {} })?.state).toBe("fails");
  });
});

describe("a question's text is edited", () => {
  const edit = async (id: string, change: (text: string) => string) => {
    const review = await openReview(path);
    return editQuestion(review, id, change(await questionText(review, id)));
  };

  test("in its place, byte for byte", async () => {
    const outcome = await edit("a", (text) =>
      text.replace("14   # a number", "15 # mine").replace("truth: 14", "truth: 15"),
    );
    expect(outcome).toMatchObject({ id: "a" });
    expect(await now()).toBe(file.replace("14   # a number", "15 # mine").replace("truth: 14", "truth: 15"));
    expect(await edit("b", (text) => text.replace("Which?", "Who?"))).toMatchObject({ id: "b" });
    expect(await now()).toContain("- {question: Who?, id: b,");
  });

  test("a question may get another id", async () => {
    expect(await edit("c", (text) => text.replace("id: c", "id: d"))).toMatchObject({ id: "d" });
    expect(await now()).toBe(file.replace("id: c", "id: d"));
  });

  test.each<[string, (text: string) => string, object]>([
    [
      "a check that is not there",
      (text) => text.replace("numeric_exact", "numeric_exat"),
      { line: 5, column: 53, path: "fields.amount.check" },
    ],
    ["what is no YAML", (text) => text.replace("id: a", "id: [a"), { line: 3 }],
    [
      "an id that stands twice",
      (text) => text.replace("id: a", "id: b"),
      { path: "line 19, column 28, questions[1].id" },
    ],
    [
      "a ground truth of another type",
      (text) => text.replace("truth: 14", "truth: [x]"),
      { line: 5, column: 42 },
    ],
    [
      "a pattern that cannot be read",
      (text) => text.replace("check: numeric_exact", "check: {regex_match: {pattern: '('}}"),
      { path: "" },
    ],
    ["nothing but a list", () => "- a\n- b\n", { line: 1 }],
    ["a second file", (text) => `${text}---\nkarenina: 1\n`, {}],
  ])("%s is told with its place, and nothing is written", async (_, change, problem) => {
    const outcome = await edit("a", change);
    expect(outcome).toMatchObject({ problems: expect.arrayContaining([expect.objectContaining(problem)]) });
    expect(await now()).toBe(file);
  });
});

describe("somebody else", () => {
  test("changes other questions: both stay, by hand and from many places at once", async () => {
    const review = await openReview(path);
    await writeFile(path, file.replace("answer: BCL2", "answer: BCL-2 # by hand"));
    await Promise.all([
      decideQuestion(review, "a", { decision: "accept" }),
      decideQuestion(review, "b", { decision: "accept" }),
      decideQuestion(await openReview(path), "c", { decision: "note", note: "n" }),
    ]);
    const { content } = await openReview(path);
    expect(content.questions.map(({ finished }) => finished)).toEqual([true, true, false]);
    expect(await now()).toContain('answer: BCL-2 # by hand\n    metadata:\n      review_note: "n"\n');
  });

  test("changes this question, or takes it away: nothing is written", async () => {
    const review = await openReview(path);
    for (const text of [
      file.replace("truth: 14", "truth: 15"),
      file.replace("# why", "# because"),
      file.replace("id: a", "id: z"),
    ]) {
      await writeFile(path, text);
      await expect(decideQuestion(review, "a", { decision: "accept" })).rejects.toMatchObject({
        code: "file_changed",
      });
      await expect(editQuestion(review, "a", "question: Q\nanswer: A\n")).rejects.toMatchObject({
        code: "file_changed",
      });
      expect(await now()).toBe(text);
    }
  });

  test("changes a field that this question shares", async () => {
    const review = await openReview(path);
    await writeFile(path, file.replace("The target", "Another"));
    await expect(decideQuestion(review, "b", { decision: "accept" })).rejects.toMatchObject({
      code: "file_changed",
    });
  });
});

describe("a checkpoint", () => {
  beforeEach(async () => {
    const benchmark = await Benchmark.load(path);
    path = join(folder, "b.jsonld");
    await benchmark.save(path);
  });

  test("is shown in words and edited as YAML; only what differs is set, and the id stays", async () => {
    const review = await openReview(path);
    expect((await reviewQuestion(review, "a")).template?.fields[0]?.right).toEqual(["Right where it is 14."]);
    const text = await questionText(review, "a");
    expect(text).toContain("check: numeric_exact");
    const edited = await editQuestion(
      review,
      "a",
      text.replace('"14"', '"about 14"').replace("kept", "changed"),
    );
    if ("problems" in edited) throw new Error("expected no problems");
    const [before, after] = [review, edited.review].map(({ content }) => content.questions[0]);
    expect(after).toMatchObject({ rawAnswer: "about 14", customMetadata: { mine: ["changed", "so"] } });
    expect(after?.template).toEqual(before?.template);
    expect(await editQuestion(edited.review, "a", text.replace("id: a", "id: z"))).toEqual({
      problems: [{ path: "id", message: "in a checkpoint an id stays as it is: a" }],
    });
    expect(await editQuestion(edited.review, "a", text.replace("numeric_exact", "x"))).toMatchObject({
      problems: [{ line: 8, path: "fields.amount.check" }],
    });
    const accepted = await decideQuestion(edited.review, "a", { decision: "accept" });
    expect(accepted.content.questions[0]?.finished).toBe(true);
  });
});
