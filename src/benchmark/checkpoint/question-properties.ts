import { type JsonObject, type JsonValue, ownEntry, recordFrom, renderPythonJson } from "../../base/index.ts";
import { describeValue, pathTo } from "../problems/problem.ts";
import { attachmentPaths } from "../question/attachment-paths.ts";
import type { FewShotExample, Question, QuestionContent } from "../question/question.ts";
import { isInsidePath } from "../question/workspace-path.ts";
import { sameJson } from "../same-json.ts";
import { carriedTemplateKey } from "./carried-template.ts";
import { type Found, readConversation, type Warn } from "./conversation-properties.ts";
import { embeddedExamples, embeddedJson } from "./embedded-json.ts";
import type { PropertyNodes } from "./nodes.ts";
import type { PropertyEdit } from "./property-list.ts";

/** The parts of a question that its node keeps as additional properties. */
type QuestionProperties = Pick<
  Question,
  | "finished"
  | "author"
  | "sources"
  | "customMetadata"
  | "fewShotExamples"
  | "answerNotes"
  | "workspacePath"
  | "messages"
  | "systemPrompt"
  | "attachments"
  | "unusable"
>;

const customPrefix = "custom_";
const names = [
  "finished",
  "author",
  "sources",
  customPrefix,
  "few_shot_examples",
  "answer_notes",
  "workspace_path",
  "system_prompt",
  "messages",
  "attachments",
];

/** Where a property stands among the others; undefined for one this version does not know. */
export function questionPropertyRank(name: string): number | undefined {
  const rank = names.indexOf(name.startsWith(customPrefix) ? customPrefix : name);
  return rank === -1 ? undefined : rank;
}

/** Reads the properties of a question node; the later of two with one name counts. */
export function readQuestionProperties(
  nodes: PropertyNodes,
  path: string,
  warn: Warn,
): Omit<QuestionProperties, "customMetadata"> {
  const at = (name: string) => {
    const index = nodes.findLastIndex((node) => node?.name === name);
    return index === -1
      ? undefined
      : { value: nodes[index]?.value ?? null, path: pathTo(path, index, "value") };
  };
  const text = (name: string): string | undefined => {
    const found = at(name);
    if (found === undefined || found.value === null) return undefined;
    if (typeof found.value === "string") return found.value;
    warn(found.path, `expected text, found ${describeValue(found.value)}; kept, not used`, true);
    return undefined;
  };
  return {
    finished: readFinished(at("finished"), warn),
    author: embeddedJson(at("author")?.value),
    sources: embeddedJson(at("sources")?.value),
    fewShotExamples: readExamples(at("few_shot_examples"), warn),
    answerNotes: text("answer_notes"),
    ...readConversation(at, warn),
    ...readWorkspacePath(at("workspace_path"), warn),
  };
}

/** The properties in which a question differs from what was read of it. */
export function questionPropertyEdits(
  question: QuestionContent,
  asRead: QuestionContent | undefined,
): readonly PropertyEdit[] {
  const edits: PropertyEdit[] = [];
  const edit = (
    name: string,
    now: JsonValue | undefined,
    before: JsonValue | undefined,
    write: (value: JsonValue) => JsonValue = (value) => value,
  ) => {
    if (!sameJson(now, before)) edits.push({ name, value: now === undefined ? undefined : write(now) });
  };
  if (asRead !== undefined && question.template !== asRead.template)
    edits.push({ name: customPrefix + carriedTemplateKey, value: undefined });
  edit("finished", question.finished, asRead?.finished);
  edit("author", question.author, asRead?.author, renderPythonJson);
  edit("sources", question.sources, asRead?.sources, renderPythonJson);
  for (const key of new Set([
    ...Object.keys(question.customMetadata),
    ...Object.keys(asRead?.customMetadata ?? {}),
  ])) {
    edit(
      `${customPrefix}${key}`,
      ownEntry(question.customMetadata, key),
      ownEntry(asRead?.customMetadata, key),
    );
  }
  edit("few_shot_examples", examplesValue(question), examplesValue(asRead), renderPythonJson);
  edit("answer_notes", question.answerNotes, asRead?.answerNotes);
  edit("workspace_path", question.workspacePath, asRead?.workspacePath);
  edit("system_prompt", question.systemPrompt, asRead?.systemPrompt);
  edit("messages", question.messages, asRead?.messages);
  edit("attachments", attachmentPaths(question), asRead && attachmentPaths(asRead));
  return edits;
}

const truths = ["1", "true", "t", "yes", "y", "on"];
const untruths = ["0", "false", "f", "no", "n", "off"];

/** A boolean as existing files spell it: `true`, `1`, `"yes"`, `"ON"`, …; undefined for anything else. */
function laxBoolean(value: JsonValue): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const word = String(value).toLowerCase();
  if (truths.includes(word)) return true;
  return untruths.includes(word) ? false : undefined;
}

/** What is neither yes nor no is a draft, which is only run on request. */
function readFinished(found: Found | undefined, warn: Warn): boolean {
  if (found === undefined) return false;
  const finished = laxBoolean(found.value);
  if (finished === undefined)
    warn(
      found.path,
      `expected true or false, found ${describeValue(found.value)}; the question is taken for a draft`,
    );
  return finished ?? false;
}

function readExamples(found: Found | undefined, warn: Warn): readonly FewShotExample[] {
  if (found === undefined || found.value === null) return [];
  const examples = embeddedExamples(found.value);
  if (examples === undefined) {
    warn(
      found.path,
      "expected a list of objects with the texts question and answer; kept in the file, not used",
      true,
    );
  }
  return examples ?? [];
}

/** Without the files that a question is about, its answers would be judged for what was not asked. */
function readWorkspacePath(
  found: Found | undefined,
  warn: Warn,
): Pick<Question, "workspacePath" | "unusable"> {
  const value = found?.value ?? "";
  if (found === undefined || value === "") return { workspacePath: undefined };
  if (typeof value === "string" && isInsidePath(value)) return { workspacePath: value };
  const reason = `expected a relative path inside the workspace, found ${describeValue(value)}`;
  warn(found.path, `${reason}; the question is not evaluated`);
  return { unusable: { field: "workspacePath", reason } };
}

/** Only the first `custom_` belongs to the file; a key of the user's own may begin with it, too. */
export function readCustomMetadata(nodes: PropertyNodes): JsonObject {
  const custom = nodes.filter((node) => node !== null).filter(({ name }) => name.startsWith(customPrefix));
  return Object.freeze(
    recordFrom(custom.map(({ name, value }) => [name.slice(customPrefix.length), value ?? null])),
  );
}

function examplesValue(question: QuestionContent | undefined): JsonValue | undefined {
  if (question === undefined || question.fewShotExamples.length === 0) return undefined;
  return question.fewShotExamples.map((example) => ({ question: example.question, answer: example.answer }));
}
