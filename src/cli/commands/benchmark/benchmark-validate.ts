import { stat } from "node:fs/promises";
import path from "node:path";
import { oneLine, pluralize } from "../../../base/index.ts";
import {
  attachmentFinder,
  type BenchmarkContent,
  CheckpointError,
  conversationJson,
  type Question,
  templateIdOf,
  templatePlaces,
} from "../../../benchmark/index.ts";
import { isEmptyRubric } from "../../../rubric/index.ts";
import { placedNodes, problemText, type ScenarioProblem, scenarioPlace } from "../../../scenario/index.ts";
import {
  type Benchmark,
  checkBudget,
  checkRubrics,
  checkScenarios,
  checkTemplates,
  type RubricCheck,
  type ScenarioCheck,
  type TemplateCheck,
} from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { workspaceRoot } from "../verify/workspace-places.ts";
import type { BenchmarkReadOptions, BenchmarkValidateOptions } from "./benchmark-commands.ts";
import { ownTraitCount } from "./trait-list.ts";

/** Something wrong with a benchmark. */
interface Problem {
  /** Null: not about one question. */
  readonly question_id: string | null;
  /** Place in the file, where it is known. */
  readonly path: string | null;
  readonly message: string;
}

const defaultSeconds = 600;

/** Checks a benchmark's structure, its rubrics, and loads every template; exit code 1 when something is wrong. */
export async function benchmarkValidate(
  file: string,
  options: BenchmarkValidateOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const opened = await open(file, io);
  if ("problems" in opened)
    return report({ problems: opened.problems, warnings: [], checks: [] }, options, io);
  const { content } = opened;
  const checks: TemplateCheck[] = [];
  const withoutVerdict = traitsOnly(content);
  const drafts = new Set(content.questions.filter(isDraft).map(({ id }) => id));
  const budget = checkBudget(options.timeLimit ?? defaultSeconds, io.clock);
  for await (const check of checkTemplates(content.questions, budget))
    checks.push(
      withoutVerdict.has(check.questionId) || drafts.has(check.questionId)
        ? { ...check, problems: [] }
        : check,
    );
  const checked = `${checks.length} of ${content.questions.length} templates were checked`;
  const stopped = { question_id: null, path: null, message: `Stopped, since ${budget.spent}: ${checked}.` };
  const rubrics = await checkRubrics(content, budget);
  const scenarios = await checkScenarios(opened);
  const ofNodes = await nodeTemplates(opened, budget);
  const problems = [
    ...(checks.length < content.questions.length ? [stopped] : []),
    ...benchmarkProblems(opened, rubrics),
    ...attachmentProblems(opened, path.resolve(io.workingDirectory, file)),
    ...scenarioFindings(scenarios, "error"),
    ...[...ofNodes, ...checks].flatMap(templateProblems(opened)),
    ...rubrics.map(({ questionId, message }) => ({ question_id: questionId, path: null, message })),
  ];
  const warnings = [
    ...scenarioFindings(scenarios, "warning"),
    ...repeatedQuestions(content),
    ...draftWarning(drafts, content),
    ...[...checks, ...ofNodes].flatMap(embeddingWarnings),
    ...[...checks, ...ofNodes].flatMap(({ questionId, doubts }) =>
      doubts.map((message) => ({ question_id: questionId, path: null, message })),
    ),
    ...(await workspaceWarnings(opened, file, io)),
  ];
  return report({ benchmark: opened, problems, warnings, checks }, options, io);
}

/** What is wrong with the scenarios, or to be said of them. */
function scenarioFindings(
  scenarios: readonly ScenarioCheck[],
  severity: ScenarioProblem["severity"],
): readonly Problem[] {
  return scenarios.flatMap(({ definition, problems }) =>
    problems
      .filter((problem) => problem.severity === severity)
      .map((problem) => ({
        question_id: scenarioPlace(definition.name),
        path: null,
        message: problemText(problem),
      })),
  );
}

/** The templates of nodes. */
async function nodeTemplates(
  benchmark: Benchmark,
  budget: ReturnType<typeof checkBudget>,
): Promise<readonly TemplateCheck[]> {
  const questions = nodesNamed(benchmark).filter(({ template }) => template !== undefined);
  const checks: TemplateCheck[] = [];
  for await (const check of checkTemplates(questions, budget)) checks.push(check);
  return checks;
}

/** The questions of nodes, each by its place in place of its id. */
const nodesNamed = (benchmark: Benchmark): readonly Question[] =>
  placedNodes(benchmark.getScenarios()).map(({ place, question }) => ({ ...question, id: place }));

/** Questions that ask the same of the same files, of which one may be a slip. */
function repeatedQuestions({ questions }: BenchmarkContent): readonly Problem[] {
  const alike = Map.groupBy(questions, (question) =>
    JSON.stringify([question.question.trim(), question.workspacePath, conversationJson(question)]),
  );
  return [...alike.values()].flatMap(([first, ...others]) =>
    others.map((other) => {
      const differs = [
        ...(other.rawAnswer === first?.rawAnswer ? [] : ["another reference answer"]),
        ...(first !== undefined && templateIdOf(other) === templateIdOf(first) ? [] : ["another template"]),
      ];
      const message = `it asks the same as ${first?.id}${differs.length === 0 ? "" : `, with ${differs.join(" and ")}`}`;
      return { question_id: other.id, path: null, message };
    }),
  );
}

/** A run leaves out what is not finished, so that nothing is wrong with a question that nobody has given a template yet. */
const isDraft = ({ template, finished }: BenchmarkContent["questions"][number]): boolean =>
  template === undefined && !finished;

function draftWarning(drafts: ReadonlySet<string>, { questions }: BenchmarkContent): readonly Problem[] {
  if (drafts.size === 0) return [];
  const some = [...drafts].slice(0, mostDrafts).join(", ");
  const more = drafts.size > mostDrafts ? ` and ${drafts.size - mostDrafts} more` : "";
  const message = `${drafts.size} of ${pluralize(questions.length, "question")} are drafts that need a template; a run leaves them out: ${some}${more}`;
  return [{ question_id: null, path: null, message }];
}

/** Drafts are named up to this number. */
const mostDrafts = 5;

function embeddingWarnings({ questionId, needsEmbedding }: TemplateCheck): readonly Problem[] {
  const message =
    "its template compares by meaning (semanticMatch): a run needs --embedding-check and --embedding-model";
  return needsEmbedding ? [{ question_id: questionId, path: null, message }] : [];
}

/** Attachments that are not there, or not what they are called. */
function attachmentProblems(benchmark: Benchmark, file: string): readonly Problem[] {
  const find = attachmentFinder(benchmark.attachmentsRoot ?? path.dirname(file));
  return [...benchmark.content.questions, ...nodesNamed(benchmark)].flatMap(({ id, attachments = [] }) =>
    find(attachments).problems.map((problem) => ({
      ...{ question_id: id, path: null },
      message: `its attachment ${problem}`,
    })),
  );
}

/** Folders of questions that are not where a run would look for them without --workspace-root. */
async function workspaceWarnings(
  benchmark: Benchmark,
  file: string,
  { workingDirectory }: CommandIo,
): Promise<readonly Problem[]> {
  const place = { given: undefined, file: path.resolve(workingDirectory, file), workingDirectory };
  const root = workspaceRoot(benchmark, place);
  if (root === undefined) return [];
  const found = await Promise.all(
    [...benchmark.content.questions, ...nodesNamed(benchmark)].map(
      async ({ id, workspacePath }): Promise<readonly Problem[]> => {
        if (workspacePath === undefined || (await isFolder(path.join(root, workspacePath)))) return [];
        const message = `its workspace folder ${workspacePath} is not in ${root}; a run needs it there, or --workspace-root`;
        return [{ question_id: id, path: null, message }];
      },
    ),
  );
  return found.flat();
}

async function isFolder(place: string): Promise<boolean> {
  const found = await stat(place).catch(() => undefined);
  return found?.isDirectory() === true;
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

/** The ids of questions that need no template: there are traits to judge their answers by. */
function traitsOnly(content: BenchmarkContent): ReadonlySet<string> {
  const isJudged = !isEmptyRubric(content.globalRubric) || !isEmptyRubric(content.globalDynamicRubric);
  const ids = content.questions
    .filter((question) => question.template === undefined && (isJudged || ownTraitCount(question) > 0))
    .map((question) => question.id);
  return new Set(ids);
}

function benchmarkProblems(benchmark: Benchmark, rubrics: readonly RubricCheck[]): readonly Problem[] {
  const warnings = benchmark.warnings
    // said again with the trait's name
    .filter(({ message }) => !rubrics.some((check) => check.obstacle && check.message.endsWith(message)))
    .map(({ questionId, path, message }) => ({ question_id: questionId, path, message }));
  if (benchmark.content.questions.length > 0 || benchmark.scenarioCount > 0) return warnings;
  return [...warnings, { question_id: null, path: null, message: "The benchmark has no questions." }];
}

/** What is wrong with a template; not again what was said with its place when the file was opened. */
function templateProblems({ warnings, content }: Benchmark) {
  const placeOf = templatePlaces(content);
  return ({ questionId, problems }: TemplateCheck): readonly Problem[] => {
    const own = warnings.filter((warning) => warning.questionId === questionId);
    const isSaid = (text: string) => own.some(({ message }) => message.startsWith(text));
    return problems
      .filter(({ message }) => !isSaid(message) && !message.split("\n").every(isSaid))
      .map((problem) => ({
        question_id: questionId,
        path: placeOf(questionId, problem),
        message: problem.message,
      }));
  };
}

interface Report {
  readonly benchmark?: Benchmark;
  readonly problems: readonly Problem[];
  /** What does not make the benchmark invalid. */
  readonly warnings: readonly Problem[];
  readonly checks: readonly TemplateCheck[];
}

function validText(questions: number, benchmark: Benchmark | undefined): string {
  const { scenarioNote } = benchmark ?? {};
  const held = questions === 0 ? [] : [pluralize(questions, "question")];
  return scenarioNote === undefined
    ? `${pluralize(questions, "question")}, every template and trait can be used.`
    : `${[...held, scenarioNote].join(" and ")}, all of which can be run.`;
}

function report(
  { benchmark, problems, warnings, checks }: Report,
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
        problems: found.map(({ message }) => message),
      })),
      problems,
      warnings,
    });
    return valid ? 0 : 1;
  }
  for (const { question_id: id, path, message } of problems) {
    print(
      io,
      oneLine(`${[id, path].filter((part) => part !== null).join(" ")}: ${message}`.replace(/^: /, "")),
    );
  }
  for (const { question_id: id, message } of warnings)
    print(io, oneLine(`warning: ${id ?? "benchmark"}: ${message}`));
  print(
    io,
    valid
      ? `${oneLine(benchmark?.name ?? "")} is valid: ${validText(checks.length, benchmark)}`
      : `${pluralize(problems.length, "problem")} found.`,
  );
  return valid ? 0 : 1;
}
