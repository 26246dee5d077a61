import { stringify } from "yaml";
import {
  askNearest,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  KareninaError,
  messageOf,
  recordFrom,
} from "../../base/index.ts";
import { TemplateError, templateFromData } from "../../template/index.ts";
import type { BenchmarkContent, CheckpointWarning } from "../benchmark-content.ts";
import { headerFrom } from "../header-input.ts";
import { attachmentsFrom, turnsFrom } from "../question/conversation.ts";
import type { Question } from "../question/question.ts";
import { questionId, questionIds } from "../question/question-id.ts";
import type { QuestionTemplate } from "../question/question-template.ts";
import type { HeldScenario } from "../scenarios/held-scenario.ts";
import { answerText, BenchmarkForm, formVersion, QuestionForm, templateKeys } from "./benchmark-form.ts";
import { readCheck } from "./check-form.ts";
import { FormProblems, placeReader, throwFaults, withoutWrongKeys } from "./form-problems.ts";
import { parseYaml } from "./parse-yaml.ts";
import { readPlainYaml } from "./plain-yaml.ts";
import { readScenarioForm } from "./read-scenario.ts";
import { readTemplate, type Shared } from "./read-template.ts";
import { placeInQuestion } from "./template-place.ts";
import { readTraits } from "./trait-form.ts";
import type { YamlPlace } from "./yaml-place.ts";

/**
 * The benchmark of a YAML text; nothing in it is executed. A question whose template cannot be used is kept with a warning.
 *
 * Throws `CheckpointError` (`invalid_input`) with line and column of each problem, or `format_from_future`.
 *
 * @param file name for messages
 * @param date what a file that has no dates of its own is dated
 * @param lacking what it says where it does not say it itself
 */
export function readYaml(
  written: string,
  file: string,
  date: string,
  lacking: JsonObject = {},
): BenchmarkContent {
  const text = written.replace(/^\ufeff/, "");
  const read = readPlainYaml(text) ?? parsed(text, file);
  const value = isJsonObject(read) ? { ...lacking, ...read } : read;
  refuseFuture(value, file);
  const problems = new FormProblems();
  const form = problems.read(BenchmarkForm, value, []);
  const found: FormWarning[] = [];
  const content = form && readForm(form, { problems, warnings: found, date });
  problems.throwIfAny(file, text);
  found.push(...cutTexts(text, content?.questions ?? []));
  if (content === undefined) throw new KareninaError("invalid_input", `${file} is not a valid benchmark`);
  return { ...content, warnings: placedWarnings(found, text), yaml: { text: written, asRead: content } };
}

/** A line with a question without quotes, from its first word. */
const plainQuestion = /^[ \t]*(?:-[ \t]+)?question:[ \t]+([^\s"'|>&*[{#][^\r\n]*)/gm;

/** Questions that go on behind a ` #`, which YAML takes for the beginning of a comment. */
function cutTexts(text: string, questions: readonly Question[]): readonly FormWarning[] {
  const cut = Array.from(text.matchAll(plainQuestion)).flatMap(([, line = ""]) => {
    const end = line.search(/[ \t]#/);
    const rest = end === -1 ? "" : line.slice(end + 1);
    return /^#[^\s#]/.test(rest) ? [{ asked: line.slice(0, end).trimEnd(), rest }] : [];
  });
  const places = new Map<string, number>();
  if (cut.length > 0)
    for (const [index, { question }] of questions.entries())
      if (!places.has(question)) places.set(question, index);
  return cut.flatMap(({ asked, rest }) => {
    const index = places.get(asked);
    const id = index === undefined ? undefined : questions[index]?.id;
    const message = `the question ends before ${JSON.stringify(rest)}, which is a comment in YAML: put it in quotes if that belongs to it`;
    return index === undefined || id === undefined
      ? []
      : [{ questionId: id, path: ["questions", index, "question"], message }];
  });
}

/** A warning by the keys that lead to its place. */
interface FormWarning extends Omit<CheckpointWarning, "path">, YamlPlace {}

function placedWarnings(found: readonly FormWarning[], text: string): readonly CheckpointWarning[] {
  if (found.length === 0) return [];
  const place = placeReader(text);
  return found.map(({ key = false, ...warning }) => ({
    ...warning,
    path: place({ path: warning.path, key }),
  }));
}

function parsed(text: string, file: string): JsonValue {
  const reading = parseYaml(text);
  return reading.ok ? reading.value : throwFaults(file, text, reading.faults);
}

function refuseFuture(value: JsonValue, file: string): void {
  const version = isJsonObject(value) ? value.karenina : undefined;
  if (typeof version !== "number" || version <= formVersion) return;
  throw new KareninaError(
    "format_from_future",
    `${file} has version ${version} of the form; this version reads up to ${formVersion}`,
    { hint: "Install a newer version of karenina to open it." },
  );
}

/** @param key the key itself is meant, not its value */
type Warn = (path: readonly PropertyKey[], message: string, key?: boolean) => void;

interface Reading {
  readonly problems: FormProblems;
  readonly warnings: FormWarning[];
  readonly date: string;
}

function readForm(form: BenchmarkForm, { problems, warnings, date }: Reading) {
  const { name, description, version, creator, created = date, modified = created } = form;
  const header = headerFrom({ name, version }, dateClock(created));
  const shared: Shared = { defaults: form.defaults ?? {}, fields: form.fields ?? {}, problems };
  if (shared.defaults.check != null) readCheck(shared.defaults.check, ["defaults", "check"], problems);
  const warn =
    (questionId: string | null): Warn =>
    (path, message, key = false) =>
      void warnings.push({ questionId, path, message, key });
  const traits = readTraits(form, { scope: "global", path: [], problems, warn: warn(null) });
  const forms = form.questions ?? [];
  const given = givenIds(forms, problems);
  const idOf = questionIds((id) => given.has(id));
  const questions = forms.flatMap((value, index): readonly Question[] => {
    const path = ["questions", index];
    const question = problems.read(QuestionForm, value, path);
    if (question === undefined) {
      const rest = withoutWrongKeys(QuestionForm, value);
      if (rest !== undefined) readQuestion(rest, { id: "", path, shared, date: created, warn: warn(null) });
      return [];
    }
    const id = question.id ?? idOf(question.question);
    given.add(id);
    return [readQuestion(question, { id, path, shared, date: created, warn: warn(id) })];
  });
  const scenarios = (form.scenarios ?? []).flatMap((value, index): readonly HeldScenario[] => {
    const readNode = (question: QuestionForm, path: readonly PropertyKey[]) => {
      const id = question.id ?? questionId(question.question);
      return readQuestion(question, { id, path, shared, date: created, warn: warn(id) });
    };
    const held = readScenarioForm(value, ["scenarios", index], { problems, readQuestion: readNode });
    return held === undefined ? [] : [held];
  });
  refuseRepeated(scenarios, problems);
  return {
    ...header,
    id: form.id,
    description: description ?? header.description,
    creator: creator === undefined ? header.creator : personOf(creator),
    dateCreated: created,
    dateModified: modified,
    customProperties: form.properties ?? {},
    globalRubric: traits.rubric,
    globalDynamicRubric: traits.dynamicRubric,
    scenarios,
    questions,
  };
}

function refuseRepeated(scenarios: readonly HeldScenario[], problems: FormProblems): void {
  const names = scenarios.map(({ definition }) => definition.name);
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index)
      problems.add(
        ["scenarios", index, "name"],
        `expected a name of its own, found ${JSON.stringify(name)} again`,
      );
}

function personOf(creator: NonNullable<BenchmarkForm["creator"]> | null): JsonValue | undefined {
  if (creator === null) return undefined;
  return typeof creator === "string" ? creator : ({ "@type": "Person", ...creator } as JsonObject); // read from JSON
}

/** Only its time is asked for. */
function dateClock(date: string) {
  const time = Date.parse(date);
  const now = Number.isNaN(time) ? 0 : time;
  return { now: () => now, monotonic: () => now, sleep: async () => undefined };
}

function givenIds(forms: readonly JsonValue[], problems: FormProblems): Set<string> {
  const given = new Set<string>();
  for (const [index, form] of forms.entries()) {
    const id = isJsonObject(form) ? form.id : undefined;
    if (typeof id !== "string") continue;
    if (given.has(id))
      problems.add(
        ["questions", index, "id"],
        `expected an id of its own, found ${JSON.stringify(id)} again`,
      );
    given.add(id);
  }
  return given;
}

interface QuestionPlace {
  readonly id: string;
  readonly path: readonly PropertyKey[];
  readonly shared: Shared;
  readonly date: string;
  readonly warn: Warn;
}

function readQuestion(form: QuestionForm, place: QuestionPlace): Question {
  const { path, shared, warn, date } = place;
  const { defaults, problems } = shared;
  const { created = date, modified = created } = form;
  return Object.freeze({
    id: place.id,
    question: form.question,
    rawAnswer: answerText(form.answer),
    template: questionTemplate(form, place),
    keywords: form.keywords ?? defaults.keywords ?? [],
    fewShotExamples: form.few_shot ?? [],
    answerNotes: form.answer_notes,
    author: given(form.author, defaults.author),
    sources: given(form.sources, defaults.sources),
    customMetadata: form.metadata ?? {},
    workspacePath: form.workspace_path,
    ...(form.messages !== undefined && { messages: turnsFrom(form.messages) }),
    ...(form.system_prompt !== undefined && { systemPrompt: form.system_prompt }),
    ...(form.attachments !== undefined && { attachments: attachmentsFrom(form.attachments) }),
    finished: form.finished ?? defaults.finished ?? true,
    dateCreated: created,
    dateModified: modified,
    ...readTraits(form, { scope: "question", path, problems, warn }),
  });
}

/** Null takes a default away. */
function given(own: JsonValue | undefined, usual: JsonValue | undefined): JsonValue | undefined {
  return (own === undefined ? usual : own) ?? undefined;
}

function questionTemplate(
  form: QuestionForm,
  { path, shared, warn }: QuestionPlace,
): QuestionTemplate | undefined {
  const before = shared.problems.total;
  const data = readTemplate(form, path, shared);
  if (form.code !== undefined)
    return codeTemplate(form.code, (message) => warn([...path, "code", "language"], message));
  if (data === undefined || shared.problems.total > before) return undefined;
  try {
    return { kind: "native", template: templateFromData(data) };
  } catch (error) {
    const problems =
      error instanceof TemplateError ? error.problems : [{ message: messageOf(error), at: [] }];
    for (const [index, problem] of problems.entries()) {
      const { path: inside, key } = placeInQuestion(form as JsonObject, problem); // it was read from JSON
      const kept = index === problems.length - 1 ? "; the question is kept and cannot be evaluated" : "";
      warn([...path, ...inside], `${problem.message}${kept}`, key);
    }
    const reason = problems.map(({ message }) => message).join("\n");
    return { kind: "unreadable", language: "YAML", text: templateText(form), reason };
  }
}

const languages = ["TypeScript", "Python"] as const;

function codeTemplate(
  { language, text }: NonNullable<QuestionForm["code"]>,
  warn: (message: string) => void,
): QuestionTemplate {
  const known = languages.find((one) => one === language);
  if (known !== undefined) return { kind: "source", source: { text, language: known } };
  const near = askNearest(language, languages) || ".";
  const reason = `expected "TypeScript" or "Python", found ${JSON.stringify(language.slice(0, 60))}${near}`;
  warn(`${reason} The template is kept and cannot be run`);
  return { kind: "unreadable", language, text, reason };
}

/** The part of a question that says how its answer is checked, for whoever looks at a template that cannot be used. */
function templateText(form: QuestionForm): string {
  const said = templateKeys.flatMap((key) => (form[key] === undefined ? [] : [[key, form[key]] as const]));
  return stringify(recordFrom<unknown>(said));
}
