import path from "node:path";
import { Benchmark } from "../../../benchmark/index.ts";
import type { CommandIo, ExitCode } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { isModule } from "../../load-benchmark.ts";
import { loadExtensions } from "../../load-extensions.ts";
import type { DraftOptions } from "./draft-command.ts";
import { draftable } from "./draftable.ts";
import { draftingModels } from "./drafting-models.ts";

/** Drafts templates for questions that have none, by a model where one is named, and writes them into the benchmark. */
export async function draft(file: string, options: DraftOptions, terminal: CommandIo): Promise<ExitCode> {
  if (isModule(file))
    throw usageError(`${file} is a module; templates are written into .yaml and .jsonld files.`);
  const { stages: _, ...named } = await loadExtensions(options, terminal);
  const io: CommandIo = { ...terminal, ...named };
  const models = await draftingModels(options, io);
  const target = path.resolve(io.workingDirectory, file);
  const benchmark = await Benchmark.load(target, { clock: io.clock });
  const questions = draftable(benchmark.content.questions, options);
  if (models === undefined) {
    const { propose } = await import("./propose.ts");
    return await propose({ file, target, benchmark, questions }, options, io);
  }
  const { draftByModel } = await import("./draft-by-model.ts");
  return await draftByModel({ file, target, questions, models }, options, io);
}
