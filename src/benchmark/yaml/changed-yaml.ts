import { isDeepStrictEqual } from "node:util";
import { isMap, isSeq, type Node, type YAMLMap } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue, ownEntry, recordFrom } from "../../base/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import type { Question } from "../question/question.ts";
import { answerText, BenchmarkForm, type DefaultsForm, QuestionForm } from "./benchmark-form.ts";
import { parseYaml } from "./parse-yaml.ts";
import { TextEdits } from "./text-edits.ts";
import { headerForm, questionForm } from "./write-form.ts";

type Content = Omit<BenchmarkContent, "warnings">;
type BlockMap = YAMLMap<Node, Node | null>;

/** The text of a YAML file with what differs between the content and what was read from it, and nothing else, changed. */
export function changedYaml(text: string, content: Content, asRead: Content): string {
  const reading = parseYaml(text);
  if (!reading.ok || !isMap<Node, Node | null>(reading.root)) return text;
  const edits = new TextEdits(text);
  const file = isJsonObject(reading.value) ? reading.value : {};
  const changes = differences(headerForm(asRead), headerForm(content), file);
  const list = changedQuestions(edits, { root: reading.root, file, content, asRead });
  if (list !== undefined) changes.set("questions", list);
  edits.setKeys(reading.root, changes, Object.keys(BenchmarkForm.shape));
  return edits.applied();
}

/** The keys in which two forms differ; dates only where the file has them. */
function differences(
  before: JsonObject,
  now: JsonObject,
  file: JsonObject,
): Map<string, JsonValue | undefined> {
  return changedKeys(withoutDates(before, file), withoutDates(now, file));
}

function changedKeys(one: JsonObject, other: JsonObject): Map<string, JsonValue | undefined> {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const changed = keys.filter((key) => !isDeepStrictEqual(ownEntry(one, key), ownEntry(other, key)));
  return new Map(changed.map((key) => [key, ownEntry(other, key)]));
}

interface Lists {
  readonly root: BlockMap;
  readonly file: JsonObject;
  readonly content: Content;
  readonly asRead: Content;
}

/** Changes the list of questions item by item; the whole list where it has to be written anew. */
function changedQuestions(edits: TextEdits, { root, file, content, asRead }: Lists): JsonValue | undefined {
  const { questions } = content;
  if (isDeepStrictEqual(questions, asRead.questions)) return undefined;
  const defaults = (file.defaults ?? {}) as DefaultsForm; // read from this file, and so checked
  const form = (question: Question) => questionForm(question, asRead.dateCreated, defaults);
  const undated = (question: Question) => withoutDates(form(question), {});
  const list = root.get("questions", true);
  const items: readonly Node[] = isSeq<Node>(list) && list.flow !== true ? list.items : [];
  const forms = Array.isArray(file.questions) ? file.questions : [];
  const kept = keptPlaces(questions, asRead.questions);
  if (kept.size === 0 || items.length === 0) return questions.map(undated);
  const stays = new Set(kept.values());
  for (const [place, item] of items.entries()) if (!stays.has(place)) edits.removeItem(item);
  const [first, second] = items;
  const isApart = first !== undefined && second !== undefined && edits.isApart(first, second);
  let after: Node | undefined;
  const firstKept = items[Math.min(...stays)];
  for (const question of questions) {
    const place = kept.get(question.id);
    const before = place === undefined ? undefined : asRead.questions[place];
    const item = place === undefined ? undefined : items[place];
    const said: JsonValue = place === undefined ? null : (forms[place] ?? null);
    if (before !== undefined && item !== undefined && isJsonObject(said)) {
      if (before !== question)
        changeQuestion(edits, item, { said, before: form(before), now: form(question) });
      after = item;
    } else if (after !== undefined) edits.addItem(undated(question), { after }, isApart);
    else if (firstKept !== undefined) edits.addItem(undated(question), { before: firstKept }, isApart);
  }
  return undefined;
}

/** The places in the file of questions that are still there, in the order of the file. */
function keptPlaces(now: readonly Question[], before: readonly Question[]): ReadonlyMap<string, number> {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const kept = new Map<string, number>();
  let last = -1;
  for (const { id } of now) {
    const place = places.get(id);
    if (place === undefined || place < last) continue;
    kept.set(id, place);
    last = place;
  }
  return kept;
}

/** Keys that together say what an answer is checked by. */
const templateKeys = [
  ...[
    "answer",
    "check",
    "type",
    "description",
    "hint",
    "fields",
    "judge",
    "pass",
    "regex",
    "template_name",
    "code",
  ],
];

interface QuestionForms {
  /** As the file says it. */
  readonly said: JsonObject;
  /** The same, and what it has become, as this program says it. */
  readonly before: JsonObject;
  readonly now: JsonObject;
}

function changeQuestion(edits: TextEdits, item: Node, { said, before, now }: QuestionForms): void {
  const changes = differences(before, now, said);
  const isSameAnswer =
    !("check" in now) && said.answer !== undefined && answerText(said.answer) === now.answer;
  const changed = templateKeys.filter((key) => changes.has(key));
  const isAnswerAlone = changed.length === 1 && changed[0] === "answer" && !("check" in now);
  if (changed.length > 0 && !isAnswerAlone)
    for (const key of templateKeys) {
      const stays = isDeepStrictEqual(ownEntry(said, key), ownEntry(now, key));
      if (stays || (key === "answer" && isSameAnswer)) changes.delete(key);
      else changes.set(key, ownEntry(now, key));
    }
  if (changes.size === 0) return;
  if (isMap<Node, Node | null>(item) && item.flow !== true) {
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
