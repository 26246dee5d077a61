import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import type { RetrievedContext } from "../../trace/index.ts";
import { WrongReply } from "../replies/index.ts";

/**
 * The passages of a service: texts, or objects with the names that retrievers use.
 *
 * @throws WrongReply for what is no passage.
 */
export function readContexts(found: JsonValue): readonly RetrievedContext[] {
  if (!Array.isArray(found)) throw new WrongReply("its contexts are no list");
  return found.map((one: JsonValue) => (typeof one === "string" ? { text: one } : contextOf(one)));
}

function contextOf(one: JsonValue): RetrievedContext {
  if (!isJsonObject(one)) throw new WrongReply("one of its contexts is neither a text nor an object");
  const text = firstOf(one, ["text", "content", "page_content", "chunk"]);
  if (typeof text !== "string")
    throw new WrongReply("one of its contexts has no text, content, page_content or chunk");
  const about = isJsonObject(one.metadata) ? one.metadata : {};
  const names = ["source", "url", "uri", "title", "file"];
  const source = firstOf(one, names) ?? firstOf(about, names);
  const id = firstOf(one, ["id", "chunk_id", "document_id"]) ?? about.id;
  const score = firstOf(one, ["score", "relevance_score", "similarity"]);
  return {
    text,
    ...(isWord(source) && { source: String(source) }),
    ...(isWord(id) && { id: String(id) }),
    ...(typeof score === "number" && { score }),
  };
}

const firstOf = (one: JsonObject, names: readonly string[]): JsonValue | undefined =>
  names
    .map((name) => (Object.hasOwn(one, name) ? one[name] : undefined))
    .find((value) => value !== undefined && value !== null);

const isWord = (value: JsonValue | undefined): value is string | number =>
  typeof value === "string" || typeof value === "number";
