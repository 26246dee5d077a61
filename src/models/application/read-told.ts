import * as z from "zod";
import { AnyJsonObject, onlyMembers } from "../../base/index.ts";
import { messagesOf, RecordedAnswer } from "../manual/index.ts";
import { readOwn, WrongReply } from "../replies/index.ts";
import { ToldContexts, toldCounts, toldFailure } from "../told/index.ts";
import { NoAnswer, Retry } from "./thrown.ts";

/** Tokens and cost as JSON has them. */
export const ToldUsage = AnyJsonObject.transform(toldCounts);

/** Messages as files of prepared answers have them. */
export const ToldTrace = RecordedAnswer.transform(messagesOf);

const Attachment = z.union([
  onlyMembers({ name: z.string(), text: z.string() }),
  onlyMembers({ name: z.string(), data: z.base64() }).transform(({ name, data }) => ({
    name,
    data: new Uint8Array(Buffer.from(data, "base64")),
  })),
]);

const reason = z.unknown().transform(toldFailure).optional();

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
  no_answer: reason,
  retry: reason,
  retry_after_ms: z.number().nonnegative().nullish(),
  error: reason,
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
  if (retry !== undefined) throw new Retry(retry, typeof afterMs === "number" ? { afterMs } : {});
  if (none !== undefined) throw new NoAnswer(none, details);
  if (typeof text !== "string") throw new WrongReply('its answer must be a JSON text or { "text": … }');
  return { text, ...details };
}
