import { oneLine, pluralize } from "../../../base/index.ts";
import {
  attachmentName,
  dynamicRubricOf,
  type Question,
  templateIdOf,
  validateRubrics,
} from "../../../benchmark/index.ts";
import { checkScenarios, pythonCodeWarning, scenarioHint } from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { cutToColumns } from "../../report/columns.ts";
import { type TableRoom, tableLines } from "../../report/table.ts";
import { tableRoom } from "../../report/terminal.ts";
import { scenarioLines } from "../scenario/scenario-list.ts";
import type { BenchmarkReadOptions } from "./benchmark-commands.ts";
import { rubricRecord, traitObstacles, traitTable } from "./trait-list.ts";

/** Shows a benchmark and its questions. No template is run. */
export async function benchmarkShow(
  file: string,
  options: BenchmarkReadOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const benchmark = await loadBenchmark(file, io.workingDirectory);
  const { questions } = benchmark.content;
  const built = benchmark.content.yaml === undefined ? "TypeScript" : "YAML";
  const rubricProblems = validateRubrics(benchmark.content);
  const finished = questions.filter((question) => question.finished).length;
  if (options.json) {
    printJson(io, {
      name: benchmark.name,
      version: benchmark.version,
      description: benchmark.description,
      created_at: benchmark.dateCreated,
      modified_at: benchmark.dateModified,
      question_count: questions.length,
      finished_count: finished,
      scenarios: benchmark.getScenarios().map(({ name }) => name),
      global_rubric: rubricRecord(benchmark.content.globalRubric),
      global_dynamic_rubric: rubricRecord(benchmark.content.globalDynamicRubric),
      questions: questions.map((question, place) => questionRecord(question, place, built)),
      rubric_problems: rubricProblems.map(({ source, problem }) => ({ source, problem })),
      warnings: benchmark.warnings.map(({ questionId, path, message }) => ({
        question_id: questionId,
        path,
        message,
      })),
    });
    return 0;
  }
  print(io, `${oneLine(benchmark.name)} ${oneLine(benchmark.version)}`);
  if (benchmark.description !== "") print(io, oneLine(benchmark.description));
  const { scenarioNote } = benchmark;
  const held = `${pluralize(questions.length, "question")}, ${finished} finished`;
  const hasQuestions = scenarioNote === undefined || questions.length > 0;
  print(io, `${[...(scenarioNote ? [scenarioNote] : []), ...(hasQuestions ? [held] : [])].join("; ")}\n`);
  if (scenarioNote !== undefined)
    for (const line of [...scenarioLines(await checkScenarios(benchmark)), scenarioHint, ""]) print(io, line);
  if (hasQuestions) for (const line of questionTable(questions, built, tableRoom(io.stdout))) print(io, line);
  const traits = traitTable(benchmark.content, tableRoom(io.stdout));
  if (traits.length > 0) print(io, "");
  for (const line of traits) print(io, line);
  const python = await pythonCodeWarning(questions);
  if (python !== undefined) print(io, `warning: ${python}`);
  for (const { source, problem } of rubricProblems) print(io, oneLine(`warning: ${source}: ${problem}`));
  const obstacles = traitObstacles(benchmark.content);
  for (const { trait, reason } of obstacles) print(io, oneLine(`warning: trait ${trait}: ${reason}`));
  const rest = benchmark.warnings.filter(
    ({ message }) => !obstacles.some(({ reason }) => reason === message),
  );
  for (const { questionId, path, message } of rest)
    print(io, oneLine(`warning: ${questionId ?? "benchmark"} ${path}: ${message}`));
  return 0;
}

const columns = [
  { title: "Place", align: "right" },
  { title: "Id", align: "left" },
  { title: "Question", align: "left" },
  { title: "Template", align: "left" },
  { title: "Finished", align: "left" },
] as const;

const folderColumn = { title: "Workspace", align: "left" } as const;
const aroundColumn = { title: "Around it", align: "left" } as const;
const longestQuestion = 60;

/** Folders, and what stands around questions, have a column where any question has some. */
function questionTable(
  questions: readonly Question[],
  built: BuiltLanguage,
  room: TableRoom,
): readonly string[] {
  const hasFolders = questions.some(({ workspacePath }) => workspacePath !== undefined);
  const hasMore = questions.some((question) => aroundText(question) !== "-");
  return tableLines(
    [...columns, ...(hasMore ? [aroundColumn] : []), ...(hasFolders ? [folderColumn] : [])],
    questions.map((question, place) => [
      ...row(question, place, built),
      ...(hasMore ? [aroundText(question)] : []),
      ...(hasFolders ? [oneLine(question.workspacePath ?? "-")] : []),
    ]),
    room,
  );
}

/** What stands around a question, counted; `-`: nothing. */
function aroundText({ systemPrompt, messages = [], attachments = [] }: Question): string {
  const parts = [
    ...(systemPrompt === undefined ? [] : ["system prompt"]),
    ...(messages.length === 0 ? [] : [pluralize(messages.length, "message")]),
    ...(attachments.length === 0 ? [] : [pluralize(attachments.length, "file")]),
  ];
  return parts.length === 0 ? "-" : parts.join(", ");
}

/** What a template that is no source was written in. */
type BuiltLanguage = "TypeScript" | "YAML";

function row(question: Question, place: number, built: BuiltLanguage): readonly string[] {
  return [
    String(place),
    oneLine(question.id),
    cutToColumns(oneLine(question.question), longestQuestion),
    templateWord(question, built),
    question.finished ? "yes" : "no",
  ];
}

function templateWord({ template }: Question, built: BuiltLanguage): string {
  if (template === undefined) return "none";
  if (template.kind === "native") return built;
  if (template.kind === "source") return template.source.language;
  return `${template.language} ${template.language === built ? "(not usable)" : "(not read)"}`;
}

function questionRecord(question: Question, place: number, built: BuiltLanguage) {
  return {
    place,
    id: question.id,
    question: question.question,
    raw_answer: question.rawAnswer,
    template_id: templateIdOf(question),
    template: question.template === undefined ? null : templateWord(question, built),
    template_readable: question.template !== undefined && question.template.kind !== "unreadable",
    finished: question.finished,
    keywords: question.keywords,
    workspace_path: question.workspacePath ?? null,
    few_shot_examples: question.fewShotExamples.length,
    system_prompt: question.systemPrompt ?? null,
    messages: question.messages ?? [],
    attachments: (question.attachments ?? []).map(attachmentName),
    rubric: rubricRecord(question.rubric),
    dynamic_rubric: rubricRecord(dynamicRubricOf(question)),
  };
}
