import * as z from "zod";
import { onlyMembers, snakeCase } from "../../base/index.ts";
import { OwnUsage } from "../../trace/index.ts";
import { messagesOf, RecordedAnswer } from "../manual/index.ts";
import { readOwn, WrongReply } from "../replies/index.ts";
import { NoAnswer, Retry } from "./thrown.ts";

const word = z.union([z.string(), z.number()]).transform(String);
const counts = Object.keys(OwnUsage.shape).map((name) => ({ name, told: snakeCase(name) }));

const Context = onlyMembers({
  text: z.string(),
  source: z.string().nullish(),
  id: word.nullish(),
  score: z.number().nullish(),
});

/** Passages as JSON has them; a text alone is one, and ids may be numbers. */
const ToldContexts = z.array(z.union([z.string().transform((text) => ({ text })), Context]));

/** Tokens and cost as JSON has them. */
const ToldUsage = onlyMembers(
  Object.fromEntries(counts.map(({ told }) => [told, z.number().nullish()])),
).transform((usage) =>
  Object.fromEntries(
    counts.flatMap(({ name, told }) => (typeof usage[told] === "number" ? [[name, usage[told]]] : [])),
  ),
);

/** Messages as files of prepared answers have them. */
export const ToldTrace = RecordedAnswer.transform(messagesOf);

const Attachment = z.union([
  onlyMembers({ name: z.string(), text: z.string() }),
  onlyMembers({ name: z.string(), data: z.base64() }).transform(({ name, data }) => ({
    name,
    data: new Uint8Array(Buffer.from(data, "base64")),
  })),
]);

/** Why there is no answer; results hold it several times. */
const longestReason = 2000;
const reason = z.string().transform((text) => text.slice(0, longestReason));

const Told = onlyMembers({
  id: z.unknown().optional(),
  text: z.string().nullish(),
  trace: ToldTrace.nullish(),
  contexts: ToldContexts.nullish(),
  usage: ToldUsage.nullish(),
  model: z.string().nullish(),
  workspace: z.string().nullish(),
  attachments: z.array(Attachment).nullish(),
  log: z.string().nullish(),
  no_answer: reason.nullish(),
  retry: reason.nullish(),
  retry_after_ms: z.number().nonnegative().nullish(),
  error: reason.nullish(),
});

/**
 * What an application told as JSON, in the words of code: a text alone, or an object whose `text` is the answer.
 *
 * @throws NoAnswer, Retry where it says so; WrongReply for what is neither, and with `error` as it says it.
 */
export function readTold(value: unknown): unknown {
  if (typeof value === "string") return value;
  const {
    id: _,
    no_answer: none,
    retry,
    retry_after_ms: afterMs,
    error,
    ...told
  } = readOwn(Told, value, "answer");
  const { text, ...further } = told;
  const details = Object.fromEntries(
    Object.entries(further).filter(([, one]) => one !== null && one !== undefined),
  );
  if (typeof error === "string") throw new WrongReply(`it says: ${error}`);
  if (typeof retry === "string") throw new Retry(retry, typeof afterMs === "number" ? { afterMs } : {});
  if (typeof none === "string") throw new NoAnswer(none, details);
  if (typeof text !== "string") throw new WrongReply('its answer must be a JSON text or { "text": … }');
  return { text, ...details };
}
