import { CheckpointError } from "../../../benchmark/index.ts";
import { type Benchmark, checkTemplates, type TemplateCheck } from "../../../config/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { oneLine } from "../../report/columns.ts";
import { counted } from "../../report/format.ts";
import type { BenchmarkReadOptions } from "./benchmark-commands.ts";

/** Something wrong with a benchmark. */
interface Problem {
  /** Null: not about one question. */
  readonly question_id: string | null;
  /** Place in the file, where it is known. */
  readonly path: string | null;
  readonly message: string;
}

/** Checks a benchmark's structure and loads every template; exit code 1 when something is wrong. */
export async function benchmarkValidate(
  file: string,
  options: BenchmarkReadOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const opened = await open(file, io);
  if ("problems" in opened) return report({ problems: opened.problems, checks: [] }, options, io);
  const checks: TemplateCheck[] = [];
  for await (const check of checkTemplates(opened.content.questions, io.clock)) checks.push(check);
  const problems = [...benchmarkProblems(opened), ...checks.flatMap(templateProblems)];
  return report({ benchmark: opened, problems, checks }, options, io);
}

async function open(
  file: string,
  io: CommandIo,
): Promise<Benchmark | { readonly problems: readonly Problem[] }> {
  try {
    return await loadBenchmark(file, io.workingDirectory);
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error;
    return { problems: error.problems.map(({ path, message }) => ({ question_id: null, path, message })) };
  }
}

function benchmarkProblems(benchmark: Benchmark): readonly Problem[] {
  const warnings = benchmark.warnings.map(({ questionId, path, message }) => ({
    question_id: questionId,
    path,
    message,
  }));
  if (benchmark.content.questions.length > 0 || benchmark.hasScenarios) return warnings;
  return [...warnings, { question_id: null, path: null, message: "The benchmark has no questions." }];
}

function templateProblems({ questionId, problems }: TemplateCheck): readonly Problem[] {
  return problems.map((message) => ({ question_id: questionId, path: null, message }));
}

interface Report {
  readonly benchmark?: Benchmark;
  readonly problems: readonly Problem[];
  readonly checks: readonly TemplateCheck[];
}

function report(
  { benchmark, problems, checks }: Report,
  options: BenchmarkReadOptions,
  io: CommandIo,
): ExitCode {
  const valid = problems.length === 0;
  if (options.json) {
    printJson(io, {
      valid,
      name: benchmark?.name ?? null,
      questions: checks.map(({ questionId, kind, fields, problems: found }) => ({
        id: questionId,
        template_kind: kind,
        fields,
        problems: found,
      })),
      problems,
    });
    return valid ? 0 : 1;
  }
  for (const { question_id: id, path, message } of problems) {
    print(
      io,
      `${[id, path].filter((part) => part !== null).join(" ")}: ${oneLine(message)}`.replace(/^: /, ""),
    );
  }
  print(
    io,
    valid
      ? `${benchmark?.name} is valid: ${counted(checks.length, "question")}, every template loads.`
      : `${counted(problems.length, "problem")} found.`,
  );
  return valid ? 0 : 1;
}
