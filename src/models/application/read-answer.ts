import * as z from "zod";
import { onlyMembers, type ShapeOf } from "../../base/index.ts";
import { OwnUsage } from "../../trace/index.ts";
import {
  memberOf,
  OwnContexts,
  OwnMessages,
  OwnModelName,
  OwnText,
  readOwn,
  WrongReply,
} from "../replies/index.ts";
import type { AnswerDetails, Attachment, GivenAnswer } from "./answer-function.ts";

const mostAttached = 100_000_000;

const OwnAttachment: z.ZodType<Attachment> = z.union(
  [
    onlyMembers({ name: z.string().min(1), text: OwnText, data: z.undefined().optional() }),
    onlyMembers({
      name: z.string().min(1),
      data: z.instanceof(Uint8Array).refine(({ length }) => length <= mostAttached, {
        error: `expected at most ${mostAttached} bytes`,
      }),
      text: z.undefined().optional(),
    }),
  ],
  "expected { name, text } or { name, data } with a Uint8Array",
);

const details = {
  trace: OwnMessages.optional(),
  usage: OwnUsage.partial().optional(),
  model: OwnModelName.optional(),
  contexts: OwnContexts.optional(),
  workspace: z.string().min(1).optional(),
  attachments: z.array(OwnAttachment).max(1000).optional(),
  log: z.string().optional(),
} satisfies ShapeOf<AnswerDetails>;

const Answer = onlyMembers({ text: OwnText, ...details } satisfies ShapeOf<GivenAnswer>);
const Details = onlyMembers(details);

/**
 * What an application has answered, as a copy. What is not as results hold it would make a log that nobody can read.
 *
 * @throws WrongReply that says what is wrong.
 */
export function readAnswer(given: unknown): GivenAnswer {
  if (typeof given !== "string" && typeof memberOf(given, "text") !== "string")
    throw new WrongReply(
      `its answer must be a text or { text }; found ${given === null ? "null" : typeof given}`,
    );
  return readOwn(Answer, typeof given === "string" ? { text: given } : given, "answer");
}

/** What is known where there is no answer. */
export function readDetails(given: unknown): AnswerDetails {
  return readOwn(Details, given ?? {}, "answer");
}
