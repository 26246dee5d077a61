import path from "node:path";
import { oneLine, pluralize } from "../../../base/index.ts";
import { Benchmark } from "../../../benchmark/index.ts";
import { draftRecord } from "../../../drafting/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { isModule, loadBenchmark } from "../../load-benchmark.ts";
import { loadExtensions } from "../../load-extensions.ts";
import { selectAnyQuestions } from "../../select-questions.ts";
import type { DraftOptions } from "./draft-command.ts";
import { draftable, finishable, proposable } from "./draftable.ts";
import { draftingModels } from "./drafting-models.ts";

/** Drafts templates for questions that have none, by a model where one is named, and writes them into the benchmark. */
export async function draft(file: string, options: DraftOptions, terminal: CommandIo): Promise<ExitCode> {
  if (isModule(file))
    throw usageError(`${file} is a module; templates are written into .yaml and .jsonld files.`);
  const { stages: _, ...named } = await loadExtensions(options, terminal);
  const io: CommandIo = { ...terminal, ...named };
  const models = await draftingModels(options, io);
  const target = path.resolve(io.workingDirectory, file);
  const benchmark = await Benchmark.load(target, { clock: io.clock }).catch(async (error: unknown) => {
    await loadBenchmark(file, io.workingDirectory); // says what else the file may be
    throw error;
  });
  if (options.rubric !== undefined && options.adele === true)
    throw usageError("--rubric and --adele draft different things.", "Give one of them at a time.");
  if (options.rubric !== undefined) {
    const { questions: places, questionIds, limit, again, finish } = options;
    if ([places, questionIds, limit, again, finish].some((given) => given !== undefined))
      throw usageError("--rubric drafts traits of all answers: it does not go with options about questions.");
    if (models === undefined)
      throw usageError(
        "--rubric needs a model that drafts.",
        "Such as: --drafting-provider openai --drafting-model gpt-5, or --preset NAME",
      );
    const { draftRubric } = await import("./draft-rubric.ts");
    return await draftRubric({ file, target, benchmark, models, wishes: options.rubric }, options, io);
  }
  if (options.adele === true) {
    if (options.finish === true)
      throw usageError("--finish is about templates; --adele drafts none.", "Leave one of them out.");
    if (models === undefined)
      throw usageError(
        "--adele needs a model that classifies.",
        "Such as: --drafting-provider openai --drafting-model gpt-5, or --preset NAME",
      );
    const { classify } = await import("./classify.ts");
    return await classify({ file, target, benchmark, models }, options, io);
  }
  const all = benchmark.content.questions;
  const questions = models === undefined ? proposable(all, options) : draftable(all, options);
  const waiting = selectAnyQuestions(all, options).filter(
    (question) =>
      question.template !== undefined && !question.finished && (draftRecord(question)?.by ?? null) !== null,
  );
  // somebody who has looked at drafts of a model does not want others finished that nobody has looked at
  if (options.finish === true && (questions.length === 0 || (models === undefined && waiting.length > 0)))
    return await finishDrafts({ file, target, benchmark }, options, io);
  if (models === undefined) {
    const { propose } = await import("./propose.ts");
    return await propose({ file, target, benchmark, questions }, options, io);
  }
  const { draftByModel } = await import("./draft-by-model.ts");
  return await draftByModel({ file, target, questions, models }, options, io);
}

/** Somebody has looked at the drafts, and says so. */
async function finishDrafts(
  {
    file,
    target,
    benchmark,
  }: { readonly file: string; readonly target: string; readonly benchmark: Benchmark },
  options: DraftOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const finished = finishable(benchmark.content.questions, options).map(({ id }) => id);
  const open = benchmark.content.questions.filter(
    ({ id, finished: isOver }) => !isOver && !finished.includes(id),
  );
  if (finished.length > 0 && options.dryRun !== true) {
    benchmark.markFinished(...finished);
    await benchmark.save(target);
  }
  if (options.json === true) printJson(io, { questions: [], finished });
  else {
    const said = options.dryRun === true ? "would be" : finished.length === 1 ? "is" : "are";
    const left =
      open.length === 0
        ? ""
        : ` ${pluralize(open.length, "question")} ${open.length === 1 ? "is a draft" : "are drafts"} still.`;
    print(
      io,
      oneLine(
        `${pluralize(finished.length, "draft")} of ${file} ${said} finished: a run takes ${finished.length === 1 ? "it" : "them"}.${left}`,
      ),
    );
  }
  return 0;
}
