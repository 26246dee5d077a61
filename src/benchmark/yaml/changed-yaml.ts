import { isDeepStrictEqual } from "node:util";
import { isMap, type Node } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue, ownEntry, recordFrom } from "../../base/index.ts";
import type { RatingScope } from "../../rubric/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import type { Question } from "../question/question.ts";
import { globalRubrics, type Rubrics } from "../rubrics/rubrics.ts";
import {
  answerText,
  BenchmarkForm,
  type DefaultsForm,
  QuestionForm,
  templateKeys,
} from "./benchmark-form.ts";
import {
  type BlockMap,
  type Changes,
  changedKeys,
  changeList,
  changeNamed,
  type ListItem,
} from "./changed-list.ts";
import { parseYaml } from "./parse-yaml.ts";
import { TextEdits } from "./text-edits.ts";
import { traitItems } from "./trait-form.ts";
import { headerForm, questionForm } from "./write-form.ts";

type Content = Omit<BenchmarkContent, "warnings">;

/** The text of a YAML file with what differs between the content and what was read from it, and nothing else, changed. */
export function changedYaml(written: string, content: Content, asRead: Content): string {
  const text = written.replace(/^\ufeff/, "");
  const reading = parseYaml(text);
  if (!reading.ok || !isMap<Node, Node | null>(reading.root)) return written;
  const edits = new TextEdits(text);
  const { root } = reading;
  const file = isJsonObject(reading.value) ? reading.value : {};
  const [before, now] = [headerForm(asRead), headerForm(content)];
  const changes = differences(before, now, file);
  const rubrics = { before: globalRubrics(asRead), now: globalRubrics(content) };
  changeTraits(edits, root, changes, { said: file, ...rubrics, scope: "global" });
  if (changes.has("scenarios"))
    changeNamed(edits, root, changes, {
      ...{ key: "scenarios", said: file.scenarios, before: scenarioItems(before), now: scenarioItems(now) },
    });
  changeQuestions(edits, changes, { root, file, content, asRead });
  edits.setKeys(root, changes, Object.keys(BenchmarkForm.shape));
  return written.slice(0, written.length - text.length) + edits.applied();
}

function scenarioItems({ scenarios }: JsonObject): readonly ListItem[] {
  const forms = Array.isArray(scenarios) ? scenarios.filter(isJsonObject) : [];
  return forms.map((form) => ({ key: String(form.name), sequence: "", form }));
}

interface TraitForms {
  /** As the file says it. */
  readonly said: JsonObject;
  readonly before: Rubrics;
  readonly now: Rubrics;
  readonly scope: RatingScope;
}

/** Changes lists of traits item by item, and takes them from what is to be written anew. */
function changeTraits(
  edits: TextEdits,
  map: BlockMap,
  changes: Changes,
  { said, before, now, scope }: TraitForms,
): void {
  const items = ({ rubric, dynamicRubric }: Rubrics, isDynamic: boolean) =>
    traitItems(isDynamic ? dynamicRubric : rubric, scope, isDynamic);
  for (const [key, isDynamic] of [
    ["rubric", false],
    ["dynamic_rubric", true],
  ] as const)
    if (changes.has(key))
      changeNamed(edits, map, changes, {
        ...{ key, said: said[key], before: items(before, isDynamic), now: items(now, isDynamic) },
      });
}

/** The keys in which two forms differ; dates only where the file has them. */
function differences(before: JsonObject, now: JsonObject, file: JsonObject): Changes {
  return changedKeys(withoutDates(before, file), withoutDates(now, file));
}

interface Lists {
  readonly root: BlockMap;
  readonly file: JsonObject;
  readonly content: Content;
  readonly asRead: Content;
}

/** Changes the list of questions item by item; where it has to be written anew, it is among the changes. */
function changeQuestions(edits: TextEdits, changes: Changes, { root, file, content, asRead }: Lists): void {
  const { questions } = content;
  if (isDeepStrictEqual(questions, asRead.questions)) return;
  const defaults = (file.defaults ?? {}) as DefaultsForm; // read from this file, and so checked
  const form = (question: Question) => questionForm(question, asRead.dateCreated, defaults);
  const forms = Array.isArray(file.questions) ? file.questions : [];
  const items = questions.map((question) => ({
    ...{ key: question.id, sequence: "", question },
    get form() {
      return withoutDates(form(question), {});
    },
  }));
  const isDone = changeList(edits, root.get("questions", true), {
    keys: asRead.questions.map(({ id }) => id),
    now: items,
    change(item, { question: now }, place) {
      const [before, said] = [asRead.questions[place], forms[place]];
      if (before === undefined || before === now || !isJsonObject(said)) return;
      changeQuestion(edits, item, { said, before: form(before), now: form(now) }, { before, now });
    },
  });
  if (!isDone)
    changes.set(
      "questions",
      items.map((item) => item.form),
    );
}

/** Where one of them changes, all are written anew. */
const answerKeys = ["answer", ...templateKeys];

interface QuestionForms {
  /** As the file says it. */
  readonly said: JsonObject;
  /** The same, and what it has become, as this program says it. */
  readonly before: JsonObject;
  readonly now: JsonObject;
}

function changeQuestion(
  edits: TextEdits,
  item: Node,
  { said, before, now }: QuestionForms,
  rubrics: { readonly before: Rubrics; readonly now: Rubrics },
): void {
  const changes = differences(before, now, said);
  const isSameAnswer =
    !("check" in now) && said.answer !== undefined && answerText(said.answer) === now.answer;
  const changed = answerKeys.filter((key) => changes.has(key));
  const isAnswerAlone = changed.length === 1 && changed[0] === "answer" && !("check" in now);
  if (changed.length > 0 && !isAnswerAlone)
    for (const key of answerKeys) {
      const stays = isDeepStrictEqual(ownEntry(said, key), ownEntry(now, key));
      if (stays || (key === "answer" && isSameAnswer)) changes.delete(key);
      else changes.set(key, ownEntry(now, key));
    }
  if (changes.size === 0) return;
  if (isMap<Node, Node | null>(item) && item.flow !== true) {
    changeTraits(edits, item, changes, { said, ...rubrics, scope: "question" });
    if (changedMetadata(edits, item, said.metadata, changes.get("metadata"))) changes.delete("metadata");
    edits.setKeys(item, changes, Object.keys(QuestionForm.shape));
  } else edits.replaceNode(item, withoutDates(now, said));
}

/** Changes the user's own keys one by one; false where they have to be written anew. */
function changedMetadata(
  edits: TextEdits,
  item: BlockMap,
  said: JsonValue | undefined,
  now: JsonValue | undefined,
): boolean {
  const map = item.get("metadata", true);
  if (!isJsonObject(said) || !isJsonObject(now) || !isMap<Node, Node | null>(map) || map.flow === true)
    return false;
  if (!Object.keys(said).some((key) => Object.hasOwn(now, key))) return false;
  edits.setKeys(map, changedKeys(said, now), Object.keys(now));
  return true;
}

/** Dates are written only where the file has them. */
function withoutDates(form: JsonObject, file: JsonObject): JsonObject {
  const entries = Object.entries(form).filter(([key]) => !dates.includes(key) || Object.hasOwn(file, key));
  return recordFrom(entries);
}

const dates: readonly string[] = ["created", "modified"];
