import * as z from "zod";
import { describeValue, isJsonObject, type JsonObject } from "../../base/index.ts";
import type { RetrievedContext } from "../../trace/index.ts";

const textNames = ["text", "content", "page_content", "chunk"];
const sourceNames = ["source", "url", "uri", "title", "file"];
const idNames = ["id", "chunk_id", "document_id"];
const scoreNames = ["score", "relevance_score", "similarity"];

/** Passages as JSON tells them: texts, or objects with the names that retrievers use; a text alone is one passage. */
export const ToldContexts = z.unknown().transform((said, context): readonly RetrievedContext[] => {
  try {
    return contextsIn(said);
  } catch (error) {
    if (!(error instanceof NoPassage)) throw error;
    context.addIssue({ code: "custom", message: error.message });
    return z.NEVER;
  }
});

class NoPassage extends Error {}

function contextsIn(said: unknown): readonly RetrievedContext[] {
  if (typeof said === "string") return [{ text: said }];
  if (!Array.isArray(said)) throw new NoPassage(`expected a list of passages, found ${describeValue(said)}`);
  return said.map((one: unknown) => (typeof one === "string" ? { text: one } : contextOf(one)));
}

function contextOf(one: unknown): RetrievedContext {
  if (!isJsonObject(one))
    throw new NoPassage(`expected passages that are texts or objects, found ${describeValue(one)}`);
  const text = firstOf(one, textNames);
  if (typeof text !== "string")
    throw new NoPassage(`a passage has no text at ${oneOf(textNames)}, but ${membersOf(one)}`);
  const about = isJsonObject(one.metadata) ? one.metadata : {};
  const source = firstOf(one, sourceNames) ?? firstOf(about, sourceNames);
  const id = firstOf(one, idNames) ?? firstOf(about, idNames);
  const score = firstOf(one, scoreNames);
  return {
    text,
    ...(isWord(source) && { source: String(source) }),
    ...(isWord(id) && { id: String(id) }),
    ...(typeof score === "number" && { score }),
  };
}

const firstOf = (one: JsonObject, names: readonly string[]): unknown =>
  names
    .map((name) => (Object.hasOwn(one, name) ? one[name] : undefined))
    .find((value) => value !== undefined && value !== null);

const isWord = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

const oneOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

const mostMembers = 5;

function membersOf(one: JsonObject): string {
  const names = Object.keys(one);
  if (names.length === 0) return "is empty";
  return `${oneOf(names.slice(0, mostMembers))}${names.length > mostMembers ? ", …" : ""}`;
}
