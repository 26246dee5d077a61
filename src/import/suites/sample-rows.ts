import { isJsonObject, type JsonObject, type JsonValue, recordFrom } from "../../base/index.ts";
import type { ConversationTurn, QuestionInput } from "../../benchmark/index.ts";
import type { JsonRow } from "../table/read-json-table.ts";
import { choiceQuestion, type LeftPart, type SuiteAnswer } from "./suite.ts";

/** Where rows of a system have what is read of them; the first key that a row has counts. */
export interface SampleKeys {
  readonly question: readonly string[];
  readonly target: readonly string[];
  readonly answer?: readonly string[];
  readonly contexts?: readonly string[];
  readonly id?: readonly string[];
  readonly choices?: readonly string[];
  /** An object whose members become properties. */
  readonly metadata?: readonly string[];
  readonly notes?: readonly string[];
  /** Keys that have no equivalent, with what to do instead. */
  readonly unsupported?: { readonly [key: string]: string };
  /** Keys that say nothing of a question, such as numbers of rows or scores of answers. */
  readonly skipped?: readonly string[];
}

/** What a row comes to. */
export interface Sample {
  readonly question?: QuestionInput;
  readonly answer?: SuiteAnswer;
  readonly left: readonly LeftPart[];
}

/** Reads an object by the keys of a system. What is neither read nor skipped becomes a property. */
export function readSample({ row, value }: JsonRow, keys: SampleKeys, model?: string): Sample {
  const place = `row ${row}`;
  if (!isJsonObject(value))
    return { left: [{ place, what: "no object", suggestion: "make it one with question and target" }] };
  const left: LeftPart[] = [];
  const pick = (names: readonly string[] = []) => {
    const key = names.find(
      (name) => Object.hasOwn(value, name) && value[name] !== null && value[name] !== "",
    );
    return key === undefined ? undefined : value[key];
  };
  const asked = conversation(pick(keys.question));
  const targets = texts(pick(keys.target));
  const choices = choiceTexts(pick(keys.choices));
  const answerText = texts(pick(keys.answer))?.[0];
  for (const [key, suggestion] of Object.entries(keys.unsupported ?? {})) {
    const said = Object.hasOwn(value, key) ? value[key] : undefined;
    if (said !== undefined && said !== null && !isEmpty(said)) left.push({ place, what: key, suggestion });
  }
  if (asked === undefined) {
    left.push({ place, what: "no question that is text", suggestion: "write it as a question of its own" });
    return { left };
  }
  const id = texts(pick(keys.id))?.[0];
  const identity = id === undefined ? {} : { id };
  const said = choices === undefined ? undefined : rightChoices(targets ?? [], choices);
  const texted =
    said === undefined || choices === undefined ? undefined : choiceQuestion(asked.question, choices, said);
  const answer: SuiteAnswer | undefined =
    answerText === undefined
      ? undefined
      : {
          ...(id !== undefined && { question_id: id }),
          question: texted?.question ?? asked.question,
          answer: answerText,
          ...(model !== undefined && { model }),
          ...contextsOf(pick(keys.contexts)),
        };
  const answered = answer === undefined ? {} : { answer };
  if (targets === undefined || targets.length === 0) {
    left.push({
      place,
      what: "no expected answer",
      suggestion: "give it one, or judge its answers by traits alone (--rubric)",
    });
    return { ...answered, left };
  }
  if (choices !== undefined && texted === undefined)
    left.push({
      place,
      what: "choices none of which is the expected answer",
      suggestion: "say which one is right",
    });
  if (texted === undefined && targets.length > 1)
    left.push({
      ...{ place, what: `${targets.length} expected answers, of which any is right` },
      suggestion: "they stand in the reference answer; give the field of its template synonyms",
    });
  const read = [
    ...[keys.question, keys.target, keys.answer, keys.id, keys.notes, keys.skipped, keys.metadata],
    ...(texted === undefined ? [] : [keys.choices]),
    ...(answer === undefined ? [] : [keys.contexts]),
  ];
  const metadata = propertiesOf(value, keys, new Set(read.flatMap((names) => names ?? [])));
  const notes = texts(pick(keys.notes))?.join("\n");
  return {
    ...answered,
    left,
    question: {
      ...identity,
      ...asked,
      rawAnswer: targets.join("; "),
      finished: false,
      ...texted,
      ...(notes !== undefined && { answerNotes: notes }),
      ...(Object.keys(metadata).length > 0 && { customMetadata: metadata }),
    },
  };
}

type Asked = Pick<QuestionInput, "question" | "messages" | "systemPrompt">;

/** A text, or messages whose last is asked and whose first may be a system prompt. */
function conversation(input: JsonValue | undefined): Asked | undefined {
  const text = plainText(input);
  if (text !== undefined) return text.trim() === "" ? undefined : { question: text };
  if (!Array.isArray(input)) return undefined;
  const turns = input.map(turnOf);
  if (turns.some((turn) => turn === undefined)) return undefined;
  const [system, rest] = turns[0]?.role === "system" ? [turns[0], turns.slice(1)] : [undefined, turns];
  const last = rest.at(-1);
  if (last === undefined || last.role !== "user") return undefined;
  const before = rest.slice(0, -1).flatMap((turn): readonly ConversationTurn[] => {
    const role = turn?.role;
    return turn !== undefined && (role === "user" || role === "assistant")
      ? [{ role, content: turn.content }]
      : [];
  });
  if (before.length !== rest.length - 1) return undefined;
  return {
    question: last.content,
    ...(before.length > 0 && { messages: before }),
    ...(system !== undefined && { systemPrompt: system.content }),
  };
}

const roles: { readonly [role: string]: string } = { human: "user", ai: "assistant" };

function turnOf(message: JsonValue): { readonly role: string; readonly content: string } | undefined {
  if (!isJsonObject(message)) return undefined;
  const role = message.role ?? message.type;
  const content = plainText(message.content) ?? partsText(message.content);
  return typeof role === "string" && content !== undefined
    ? { role: roles[role] ?? role, content }
    : undefined;
}

/** Parts of a message that are all text. */
function partsText(parts: JsonValue | undefined): string | undefined {
  if (!Array.isArray(parts)) return undefined;
  const said = parts.map((part) =>
    isJsonObject(part) && typeof part.text === "string" ? part.text : undefined,
  );
  return said.includes(undefined) ? undefined : said.join("\n");
}

function plainText(value: JsonValue | undefined): string | undefined {
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;
}

/** One text or several; those of SQuAD stand in an object. */
function texts(value: JsonValue | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return texts(value.text);
  const list = Array.isArray(value) ? value : [value];
  const said = list.flatMap((one) => {
    const text = Array.isArray(one) ? plainText(one[0]) : plainText(one);
    return text === undefined || text.trim() === "" ? [] : [text.trim()];
  });
  return said.length === 0 ? undefined : [...new Set(said)];
}

/** A list of texts, or the object of lists that ARC has. */
function choiceTexts(value: JsonValue | undefined): readonly string[] | undefined {
  const list = isJsonObject(value) ? value.text : value;
  if (!Array.isArray(list) || list.length < 2 || list.length > 26) return undefined;
  const said = list.map(plainText);
  return said.every((one) => one !== undefined) ? said : undefined;
}

/** Places of the right choices, which datasets name by letter, number or text. */
function rightChoices(targets: readonly string[], choices: readonly string[]): readonly number[] | undefined {
  const places = targets.map((target) => {
    const byText = choices.findIndex((choice) => choice.trim() === target);
    if (byText !== -1) return byText;
    const letter = /^[A-Za-z]$/.test(target) ? target.toUpperCase().charCodeAt(0) - 65 : -1;
    const number = /^\d+$/.test(target) ? Number(target) : letter;
    return number;
  });
  const known = places.every((place) => place >= 0 && place < choices.length);
  return known && places.length > 0 ? places : undefined;
}

function contextsOf(value: JsonValue | undefined): Pick<SuiteAnswer, "contexts"> {
  const said = texts(value);
  return said === undefined ? {} : { contexts: said };
}

const isEmpty = (value: JsonValue): boolean =>
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

function propertiesOf(value: JsonObject, keys: SampleKeys, read: ReadonlySet<string>): JsonObject {
  const inner = (keys.metadata ?? []).flatMap((key) => {
    const said = Object.hasOwn(value, key) ? value[key] : undefined;
    return isJsonObject(said) ? Object.entries(said) : [];
  });
  const own = Object.entries(value).filter(([key]) => !read.has(key));
  return recordFrom([...own, ...inner].filter(([, said]) => said !== null && !isEmpty(said)));
}
