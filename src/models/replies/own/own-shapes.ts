import * as z from "zod";
import { onlyMembers, StorageProblem, saidText, storedCopies } from "../../../base/index.ts";
import { type Message, type RetrievedContext, RetrievedContextShape } from "../../../trace/index.ts";
import { MessageShape } from "../reply-schemas.ts";

const mostCharacters = 10_000_000;
const limits = { characters: mostCharacters, collections: 100_000, classes: true };

/** A copy that cannot change any more, of what results can hold. */
const storedAs =
  (name: "messages" | "contexts") =>
  (value: unknown, context: z.RefinementCtx): unknown => {
    try {
      return storedCopies({ ...limits, what: `the ${name}` }).copy(value, name);
    } catch (problem) {
      if (!(problem instanceof StorageProblem)) throw problem;
      context.addIssue(problem.message);
      return z.NEVER;
    }
  };
/** A message of such code, as a copy that cannot change any more. */
export const OwnMessage: z.ZodType<Message> = z.unknown().transform(storedAs("messages")).pipe(MessageShape);
/** The same of several. */
export const OwnMessages: z.ZodType<readonly Message[]> = z
  .unknown()
  .transform(storedAs("messages"))
  .pipe(z.array(MessageShape));
/** Passages that such code has looked up, likewise. */
export const OwnContexts: z.ZodType<readonly RetrievedContext[]> = z
  .unknown()
  .transform(storedAs("contexts"))
  .pipe(z.array(onlyMembers(RetrievedContextShape.shape)));
/** A text of such code. */
export const OwnText = z.string().max(mostCharacters, `expected at most ${mostCharacters} characters`);
/** The name of a model as such code tells it. */
export const OwnModelName = z.string().transform((name) => saidText(name));

/** What a model of the program's own has returned is none; nothing was thrown. */
export class WrongReply extends TypeError {}

/**
 * Reads what such code has returned.
 *
 * @param what what it is, for messages: `answer`
 * @throws WrongReply that says what is wrong.
 */
export function readOwn<T>(schema: z.ZodType<T>, given: unknown, what: string): T {
  const found = schema.safeParse(given);
  if (!found.success) {
    const [issue] = found.error.issues;
    throw new WrongReply(
      `its ${what} cannot be used: ${[issue?.path.join("."), issue?.message].filter(Boolean).join(": ")}`,
    );
  }
  return found.data;
}

/** A member of what such code has given; undefined where it has none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
