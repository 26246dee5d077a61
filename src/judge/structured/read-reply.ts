import { isDeepStrictEqual } from "node:util";
import { isVisible, type JsonObject, type JsonValue } from "../../base/index.ts";
import type { LlmReply } from "../../ports/index.ts";
import type { Accepted } from "../../rubric/index.ts";
import type { Message } from "../../trace/index.ts";
import { objectCandidates, statedObjects } from "./object-candidates.ts";
import { overlookedValues } from "./overlooked-values.ts";
import { isQuotation, ownReply } from "./quotation.ts";

/** A reply read as the wanted value, or why it cannot be and whether asking again makes sense. */
type ReadReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[]; readonly final: boolean };

const onlyQuoted =
  "its JSON object stands word for word in the text you were given to read; when it is your own reply, write it alone";

const twoThings =
  "it says different things, in several JSON objects or under one key; write one object that is your reply, with each key once";

/**
 * Reads a reply's JSON object and hands it to `accept`; the first candidate accepted wins, unless it only quotes what the
 * judge was given to read, or another object of the reply, or another value of a
 * key that it gives twice or in another spelling, is accepted as something else: which of them is the verdict, and
 * which a quotation with changes, cannot be told.
 */
export function readReply<T>(
  reply: LlmReply,
  accept: (value: JsonValue) => Accepted<T>,
  asked: readonly Message[],
): ReadReply<T> {
  if (reply.finishReason === "refusal")
    return { ok: false, problems: ["the model refused to answer"], final: true };
  const cut = reply.finishReason === "length";
  const cutProblems = cut ? ["the reply was cut off at the token limit"] : [];
  if (!isVisible(reply.text))
    return { ok: false, problems: ["the reply is empty", ...cutProblems], final: false };
  const own = ownReply(reply.text, asked);
  const saysOtherwise = (candidate: JsonObject, value: T): boolean =>
    [...statedObjects(own, !cut)].some((object) => {
      if (isDeepStrictEqual(object, candidate)) return false;
      const other = accept(object);
      return other.ok && !isDeepStrictEqual(other.value, value) && !isQuotation(object, reply.text, asked);
    });
  const overlooks = (candidate: JsonObject, value: T): boolean =>
    overlookedValues(candidate).some(({ reading, rest }) => {
      const other = accept(reading);
      if (!other.ok || isDeepStrictEqual(other.value, value)) return false;
      const without = accept(rest);
      return without.ok && isDeepStrictEqual(without.value, value);
    });
  let problems: readonly string[] | undefined;
  for (const candidate of objectCandidates(reply.text, !cut)) {
    const accepted = accept(candidate);
    if (accepted.ok && !isQuotation(candidate, reply.text, asked)) {
      if (!saysOtherwise(candidate, accepted.value) && !overlooks(candidate, accepted.value)) return accepted;
      problems ??= [twoThings];
    }
    problems ??= accepted.ok ? [onlyQuoted] : accepted.problems;
  }
  problems ??= [
    statedObjects(own, true).next().done ? "the reply contains no JSON object" : "its JSON object has no end",
  ];
  return { ok: false, problems: [...problems, ...cutProblems], final: false };
}
