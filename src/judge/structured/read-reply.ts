import type { JsonValue } from "../../base/index.ts";
import type { Accepted, LlmReply } from "../../ports/index.ts";
import { objectCandidates } from "./object-candidates.ts";

/** A reply read as the wanted value, or why it cannot be and whether asking again makes sense. */
export type ReadReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[]; readonly final: boolean };

/** Reads a reply's JSON object and hands it to `accept`; the first candidate accepted wins. */
export function readReply<T>(reply: LlmReply, accept: (value: JsonValue) => Accepted<T>): ReadReply<T> {
  if (reply.finishReason === "refusal")
    return { ok: false, problems: ["the model refused to answer"], final: true };
  const cut = reply.finishReason === "length";
  const cutProblems = cut ? ["the reply was cut off at the token limit"] : [];
  if (reply.text.trim() === "")
    return { ok: false, problems: ["the reply is empty", ...cutProblems], final: false };
  let problems: readonly string[] | undefined;
  for (const candidate of objectCandidates(reply.text, !cut)) {
    const accepted = accept(candidate);
    if (accepted.ok) return accepted;
    problems ??= accepted.problems;
  }
  problems ??= ["the reply contains no JSON object"];
  return { ok: false, problems: [...problems, ...cutProblems], final: false };
}
