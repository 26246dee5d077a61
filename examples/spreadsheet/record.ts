// Writes the files the example plays back: replies.jsonl, by drafting templates for questions.xlsx once with models that say what
// prepared.ts has, and by judging answers.json once with what was drafted. Run it when a prompt or the table has changed:
//   npm run spreadsheet:record
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Benchmark } from "karenina";
import { recordJudge } from "../../scripts/record-judge.ts";
import { allText } from "../../scripts/reply-server.ts";
import { type Prepared, prepare } from "./prepared.ts";

const folder = import.meta.dirname;
const target = process.argv[2] ?? folder;
const place = mkdtempSync(join(tmpdir(), "spreadsheet-"));
const file = join(place, "benchmark.yaml");
const program = join(folder, "../../bin/karenina.js");
execFileSync(process.execPath, [program, "import", join(folder, "questions.xlsx"), "-o", file]);
const { questions } = (await Benchmark.load(file)).content;
const prepared = new Map(questions.map((question, at) => [question.question, prepare(question, at)]));

const sectionOf = (text: string, name: string): string =>
  new RegExp(`<${name}>\n([\\s\\S]*?)\n</${name}>`).exec(text)?.[1] ?? "";

/** The first draft with answers to try it on; what is asked for again is the next one, without further answers. */
function draftReply({ drafts, paraphrases, wrong, refusal, half }: Prepared, earlier: string): object {
  const told = earlier === "" ? 0 : 1;
  const draft = drafts[Math.min(told, drafts.length - 1)];
  const answers = (list: readonly { readonly answer: string }[]) => list.map(({ answer }) => answer);
  if (told > 0) return { ...draft };
  return {
    ...draft,
    paraphrases: answers(paraphrases),
    wrong: answers(wrong),
    refusal: refusal.answer,
    half: answers(half),
  };
}

function judgeReply(
  { paraphrases, wrong, refusal, half, expected, tested }: Prepared,
  answer: string,
): object {
  const found = [expected, tested, ...paraphrases, ...wrong, refusal, ...half].find(
    (one) => one.answer.trim() === answer.trim(),
  );
  if (found === undefined) throw new Error(`Nothing is prepared for the answer: ${answer}`);
  return found.values;
}

const answers = Object.fromEntries(
  questions.map(({ question }) => [
    createHash("md5").update(question, "utf8").digest("hex"),
    prepared.get(question)?.tested.answer ?? "",
  ]),
);
writeFileSync(join(target, "answers.json"), `${JSON.stringify(answers, null, 2)}\n`);

const drafting = ["draft", file, "--finish", "--quiet"];
const answering = ["--answering-interface", "manual", "--manual-traces", join(target, "answers.json")];
const replies = join(target, "replies.jsonl");
await recordJudge(replies, [drafting, ["verify", file, "--quiet", ...answering]], (asked) => {
  const prompt = allText(asked);
  const question = sectionOf(prompt.slice(prompt.indexOf("<question>")), "question");
  const known = prepared.get(question);
  if (known === undefined) throw new Error(`Nothing is prepared for: ${question}`);
  const isDrafting = prompt.includes("<expected_answer>");
  const said = isDrafting
    ? draftReply(known, sectionOf(prompt, "earlier_fields"))
    : judgeReply(known, sectionOf(prompt, "answer"));
  return { prompt, content: JSON.stringify(said) };
});
writeFileSync(replies, shortened(readFileSync(replies, "utf8")));
rmSync(place, { recursive: true, force: true });

/**
 * Requests are found by their keys, and what a judge says by its text: without what was asked, and without saying it twice, the
 * file has a tenth of its size.
 */
function shortened(recording: string): string {
  return recording
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { reply, ...exchange } = JSON.parse(line);
      const isDraft = "fields" in JSON.parse(reply.text);
      const message = isDraft ? reply.message : { ...reply.message, content: [] };
      return `${JSON.stringify({ ...exchange, request: { messages: [] }, reply: { ...reply, message } })}\n`;
    })
    .join("");
}
