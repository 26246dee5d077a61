import { existsSync } from "node:fs";
import path from "node:path";
import { oneLine, pluralize, writeFileAtomically } from "../../../base/index.ts";
import { Benchmark } from "../../../benchmark/index.ts";
import type { LeftPart, Suite } from "../../../import/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { refuseExisting } from "../../refuse-existing.ts";
import { draftsText } from "./describe-update.ts";
import type { ImportOptions } from "./import-command.ts";

interface SuiteTask {
  readonly source: string;
  readonly target: string;
  readonly options: ImportOptions;
  readonly io: CommandIo;
}

const titles: { readonly [System in Suite["system"]]: string } = {
  promptfoo: "a suite of promptfoo",
  inspect: "samples of inspect_ai",
  "lm-eval": "samples of lm-eval",
  deepeval: "test cases of DeepEval",
  ragas: "samples of RAGAS",
  dataset: "questions with choices",
};

/** Writes a suite of another system as a benchmark, and the answers it holds. What has no equivalent is told line by line before. */
export async function importSuite(suite: Suite, task: SuiteTask): Promise<ExitCode> {
  const { source, target, options, io } = task;
  if (
    options.update === true ||
    (existsSync(target) && options.overwrite !== true && options.dryRun !== true)
  )
    throw usageError(
      `${target} exists, and a suite of another system makes a benchmark anew.`,
      "Choose another file, or replace it with --overwrite.",
    );
  const answersFile =
    options.answers === undefined ? undefined : path.resolve(io.workingDirectory, options.answers);
  if (answersFile !== undefined)
    await refuseExisting({ file: answersFile, source, overwrite: options.overwrite });
  const { questions, rubric, answers, left } = suite;
  const held = [
    pluralize(questions.length, "question"),
    ...(rubric.length === 0 ? [] : [`${pluralize(rubric.length, "trait")} of all answers`]),
    ...(answers.length === 0 ? [] : [pluralize(answers.length, "answer")]),
  ];
  print(io, oneLine(`${path.basename(source)}: ${titles[suite.system]}: ${held.join(", ")}`));
  for (const line of leftLines(left)) print(io, line);
  if (questions.length === 0 && answers.length === 0) {
    io.stderr.write("error: It holds no question; nothing was written.\n");
    return 1;
  }
  const now = io.clock.now(); // one date for all, which the file says once
  const benchmark = Benchmark.create({
    name: options.name ?? suite.name,
    clock: { ...io.clock, now: () => now },
  });
  benchmark.addQuestions(questions, { finished: false });
  if (rubric.length > 0) benchmark.setGlobalRubric(rubric);
  const open = questions.filter(({ finished }) => finished !== true);
  const drafts = open.filter(({ template }) => template === undefined).length;
  const partly =
    open.length === drafts
      ? ""
      : ` ${pluralize(open.length - drafts, "question")} with a template ${open.length - drafts === 1 ? "is" : "are"} not finished: part of the check has no equivalent.`;
  if (options.dryRun === true) {
    print(
      io,
      oneLine(
        `\nNothing was written; ${target} would have ${draftsText(questions.length, drafts)}.${partly}`,
      ),
    );
    return 0;
  }
  print(io, "");
  if (questions.length > 0) {
    await benchmark.save(target);
    print(io, oneLine(`Wrote ${target}: ${draftsText(questions.length, drafts)}.${partly}`));
  }
  if (answersFile !== undefined) {
    await writeFileAtomically(answersFile, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""));
    print(io, oneLine(`Wrote ${answersFile}: ${pluralize(answers.length, "answer")}.`));
  } else if (answers.length > 0)
    print(
      io,
      `${pluralize(answers.length, "answer")} that it holds can be judged: --answers FILE writes them for karenina judge.`,
    );
  return 0;
}

/** Each part that has no equivalent; the same of many questions stands once, with all its places. */
function leftLines(left: readonly LeftPart[]): readonly string[] {
  if (left.length === 0) return [];
  const alike = Map.groupBy(left, ({ what, suggestion }) => JSON.stringify([what, suggestion]));
  const lines = [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const places = [first, ...others].map(({ place }) => place);
    const shown = places.slice(0, mostPlaces).join(", ");
    const more = places.length > mostPlaces ? ` and ${places.length - mostPlaces} more` : "";
    return [`  ${oneLine(`${shown}${more}: ${first.what}`)}`, `      instead: ${oneLine(first.suggestion)}`];
  });
  return ["Without an equivalent:", ...lines];
}

/** Places of one kind are named up to this number. */
const mostPlaces = 8;
