import { isDeepStrictEqual } from "node:util";
import { createPatternEngine, messageOf } from "../base/index.ts";
import {
  Benchmark,
  type BenchmarkContent,
  CheckpointError,
  type PlaceInText,
  parseBenchmark,
  placeInText,
  type Question,
  type QuestionChanges,
  questionTextIn,
  withQuestionText,
  yamlQuestion,
} from "../benchmark/index.ts";
import { createTemplateLoader } from "../languages/index.ts";
import { validateTemplate } from "../template/index.ts";
import { changeQuestion, questionOf, type Review } from "./review.ts";

/** What is wrong with the text of a question, and where in it. */
export interface TextProblem extends PlaceInText {
  readonly message: string;
}

/** What became of an edited text: it is written, and the question may have another id now, or it has problems and nothing is written. */
export type EditOutcome =
  | { readonly review: Review; readonly id: string }
  | { readonly problems: readonly TextProblem[] };

/** A question of the file as text in YAML: in a YAML file as it stands there, comments too. */
export async function questionText(
  { text, content }: Pick<Review, "text" | "content">,
  id: string,
): Promise<string> {
  const question = questionOf({ content }, id);
  if (content.yaml === undefined) return yamlQuestion(await withReadTemplate(question));
  return questionTextIn(text, content.questions.indexOf(question))?.text ?? "";
}

/**
 * Puts another text in the place of a question's. In a YAML file nothing else changes; in a checkpoint what differs is set, and the id stays.
 * A text that cannot be read, or whose template cannot be used, is not written: what is wrong is given with line and column of the text.
 *
 * What others have changed in the file meanwhile stays. Throws `file_changed`, and writes nothing, where it is this question.
 */
export async function editQuestion(review: Review, id: string, text: string): Promise<EditOutcome> {
  const last: { outcome: EditedText | Problems } = { outcome: { problems: [] } };
  const changed = await changeQuestion(review, id, async (now) => {
    last.outcome = await edited(now, id, text);
    return "problems" in last.outcome ? undefined : last.outcome.written;
  });
  if ("problems" in last.outcome) return last.outcome;
  return { review: changed, id: changed.content.questions[last.outcome.place]?.id ?? id };
}

/** The file with the edited question. */
async function edited(now: Review, id: string, text: string): Promise<EditedText | Problems> {
  const place = now.content.questions.indexOf(questionOf(now, id));
  const reading = await (now.content.yaml === undefined ? alone(text, now.path) : inPlace(now, place, text));
  if ("problems" in reading) return reading;
  const problems = await templateProblems(reading.question);
  if (problems.length > 0) return { problems };
  if (now.content.yaml !== undefined) return { written: reading.text, place };
  const { question } = reading;
  const before = await alone(await questionText(now, id), now.path);
  const was = "problems" in before ? undefined : before.question;
  if (question.id !== was?.id && question.question === was?.question)
    return { problems: [{ path: "id", message: `in a checkpoint an id stays as it is: ${id}` }] };
  const benchmark = new Benchmark({ content: now.content, path: now.path });
  benchmark.updateQuestion(id, changes(was, question));
  return { written: benchmark.content, place };
}

interface Problems {
  readonly problems: readonly TextProblem[];
}

interface EditedText {
  readonly written: BenchmarkContent | string;
  readonly place: number;
}

/** What a text became, and the question in it. */
interface ReadText {
  readonly text: string;
  readonly question: Question;
}

/** The file with the text in the question's place. */
async function inPlace(
  { path, text: file, content }: Review,
  place: number,
  text: string,
): Promise<ReadText | Problems> {
  const at = questionTextIn(file, place);
  const only = "expected one question: its keys and values";
  if (at === undefined) return { problems: [{ path: "", message: "it stands in no list of questions" }] };
  const whole = withQuestionText(file, at, text);
  const placed = (problem: string) => placeInText(problem, { ...at, lines: whole.lines });
  const reading = await read(whole.text, path, placed);
  if ("problems" in reading) return reading;
  const { questions } = reading;
  const question = questions[place];
  return question !== undefined && questions.length === content.questions.length
    ? { text: whole.text, question }
    : { problems: [{ path: "", message: only }] };
}

/** The text as the only question of a file. */
async function alone(text: string, path: string): Promise<ReadText | Problems> {
  const head = "karenina: 1\nname: one question\nquestions:\n  - ";
  const at = { start: head.length, end: head.length, line: 4, column: 4 };
  const whole = withQuestionText(head, at, text);
  const placed = (problem: string) => placeInText(problem, { ...at, lines: whole.lines });
  const reading = await read(whole.text, `${path}.yaml`, placed);
  if ("problems" in reading) return reading;
  const [question] = reading.questions;
  return question === undefined
    ? { problems: [{ path: "", message: "expected a question" }] }
    : { text: whole.text, question };
}

async function read(
  text: string,
  path: string,
  placed: (path: string) => PlaceInText,
): Promise<Pick<BenchmarkContent, "questions"> | Problems> {
  try {
    const content = await parseBenchmark(text, path, "");
    const found = content.warnings.map((warning) => ({ ...placed(warning.path), message: warning.message }));
    const own = found.filter(({ line }) => line !== undefined);
    return own.length > 0 ? { problems: own } : content;
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error;
    const { problems } = error;
    return { problems: problems.map(({ path: place, message }) => ({ ...placed(place), message })) };
  }
}

/** What only shows with tools, such as a pattern that cannot be read. */
async function templateProblems({ template }: Question): Promise<readonly TextProblem[]> {
  const problem = (message: string) => ({ path: "", message });
  if (template?.kind === "native")
    return (await validateTemplate(template.template, { patterns: createPatternEngine() })).map(problem);
  if (template?.kind !== "source") return [];
  try {
    await using loader = createTemplateLoader();
    await loader.load(template.source);
    return [];
  } catch (error) {
    return [problem(messageOf(error))];
  }
}

/** The question with its template as fields and checks where its source is data, so that people can read it. */
async function withReadTemplate(question: Question): Promise<Question> {
  if (question.template?.kind !== "source") return question;
  try {
    await using loader = createTemplateLoader();
    return {
      ...question,
      template: { kind: "native", template: await loader.load(question.template.source) },
    };
  } catch {
    return question;
  }
}

const fields = [
  ...["question", "rawAnswer", "template", "keywords", "fewShotExamples", "answerNotes", "author", "sources"],
  ...["customMetadata", "messages", "systemPrompt", "attachments", "workspacePath", "finished"],
  ...["rubric", "dynamicRubric"],
] as const;

/** What differs; what is gone is null. */
function changes(before: Question | undefined, now: Question): QuestionChanges {
  const different = fields.filter((field) => !isDeepStrictEqual(before?.[field], now[field]));
  return Object.fromEntries(different.map((field) => [field, now[field] ?? null]));
}
