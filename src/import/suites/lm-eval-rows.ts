import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import { rolesByName } from "../columns/column-roles.ts";
import type { JsonRow } from "../table/read-json-table.ts";

/**
 * What `--log_samples` of lm-eval has written, as rows with question, target, choices and answer. One document stands on a line for each filter,
 * and is one row here. Where documents have a question that one is taken, else the prompt that was sent, with its examples.
 */
export function lmEvalRows(rows: readonly JsonRow[]): readonly JsonRow[] {
  const seen = new Set<string>();
  return rows.flatMap(({ row, value }): readonly JsonRow[] => {
    if (!isJsonObject(value)) return [{ row, value }];
    const key = JSON.stringify([value.doc_id, value.doc_hash, value.prompt_hash]);
    if (seen.has(key)) return [];
    seen.add(key);
    const doc = isJsonObject(value.doc) ? value.doc : {};
    return [{ row, value: plainRow(value, doc) }];
  });
}

function plainRow(value: JsonObject, doc: JsonObject): JsonObject {
  const names = Object.keys(doc);
  const roles = rolesByName(names);
  const named = (role: "question" | "answer" | "id") => {
    const place = roles.get(role);
    return place === undefined ? undefined : names[place];
  };
  const key = named("question");
  const question = (key === undefined ? undefined : doc[key]) ?? promptOf(value.arguments);
  const { choices } = doc;
  const answer = choices === undefined ? firstText(value.resps) : undefined;
  const left = new Set([key, "choices", named("id")]);
  const rest = Object.fromEntries(Object.entries(doc).filter(([name]) => !left.has(name)));
  const idKey = named("id");
  const id = idKey === undefined ? undefined : doc[idKey];
  return {
    ...(question !== undefined && { question }),
    ...(value.target !== undefined && { target: value.target }),
    ...(choices !== undefined && { choices }),
    ...(answer !== undefined && { answer }),
    ...(id !== undefined && { id: String(id) }),
    doc: rest,
  };
}

/** The first text within lists, which are one for each request and each repeat. */
function firstText(value: JsonValue | undefined): string | undefined {
  if (Array.isArray(value)) return firstText(value[0]);
  return typeof value === "string" ? value : undefined;
}

function promptOf(value: JsonValue | undefined): string | undefined {
  if (!isJsonObject(value)) return firstText(value);
  const first = Object.values(value)[0];
  return isJsonObject(first) ? firstText(first.arg_0) : undefined;
}
