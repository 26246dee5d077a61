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

const Told = onlyMembers({
  id: z.unknown().optional(),
  text: z.string().optional(),
  trace: ToldTrace.nullish(),
  contexts: ToldContexts.nullish(),
  usage: ToldUsage.nullish(),
  model: z.string().nullish(),
  workspace: z.string().nullish(),
  attachments: z.array(Attachment).nullish(),
  log: z.string().nullish(),
  no_answer: z.string().optional(),
  retry: z.string().optional(),
  retry_after_ms: z.number().nonnegative().optional(),
  error: z.string().optional(),
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
  if (error !== undefined) throw new WrongReply(`it says: ${error}`);
  if (retry !== undefined) throw new Retry(retry, afterMs === undefined ? {} : { afterMs });
  if (none !== undefined) throw new NoAnswer(none, details);
  if (text === undefined) throw new WrongReply('its answer must be a JSON text or { "text": … }');
  return { text, ...details };
}
