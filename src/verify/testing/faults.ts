import { openAiWire, type ServedReply, type ServedRequest } from "../../models/testing/index.ts";
import type { VerificationResult } from "../../result/index.ts";

/** What goes wrong with a call, how often of a hundred, and what a result says of it where the last attempt went so. */
const faults = [
  { name: "429 with Retry-After", percent: 5, category: "rate_limit" },
  { name: "429", percent: 5, category: "rate_limit" },
  { name: "500", percent: 5, category: "server_error" },
  { name: "hang", percent: 2, category: "timeout" },
  { name: "truncated", percent: 2, category: "connection" },
  { name: "malformed", percent: 2, category: "server_error" },
  { name: "reset", percent: 1, category: "connection" },
] as const;
type Fault = (typeof faults)[number];

/** A model of which every fifth call goes wrong, and what it did. */
interface FaultyModel {
  replyTo(request: ServedRequest): ServedReply;
  /** How often it did what. */
  readonly counts: ReadonlyMap<string, number>;
  /** Results that say something else than what the model did to the last attempt of their calls, a sentence each. */
  misjudged(results: Iterable<VerificationResult>): readonly string[];
}

/**
 * Answers as the questions of `benchmarkOf` want it, but for calls that go wrong: 10 % are refused by status 429, half of them with
 * `Retry-After`, 5 % by status 500, 2 % hang, 2 % are cut off, 2 % are no JSON, and of 1 % the connection is reset.
 *
 * @param random numbers from 0 to 1, which decide
 */
export function faultyModel(
  random: () => number,
  {
    retryAfterSeconds = 1,
    delayMs = 0,
  }: { readonly retryAfterSeconds?: number; readonly delayMs?: number } = {},
): FaultyModel {
  const counts = new Map<string, number>();
  /** What became of the last attempt, by question and role. */
  const last = new Map<string, Fault | undefined>();

  return {
    counts,
    replyTo({ body }) {
      const isJudge = body.response_format !== undefined;
      const [, number] = /Question (\d+)\?/.exec(JSON.stringify(body.messages)) ?? [];
      const fault = chosen(random() * 100);
      last.set(`${isJudge ? "judge" : "answer"} ${number}`, fault);
      const name = fault?.name ?? "right";
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const text = isJudge ? '{"target":"BCL2"}' : "It is BCL2.";
      const whole = openAiWire.reply({ text });
      switch (fault?.name) {
        case "429 with Retry-After":
          return { status: 429, headers: { "retry-after": String(retryAfterSeconds) }, body: refusal };
        case "429":
          return { status: 429, body: refusal };
        case "500":
          return { status: 500, body: { error: { message: "something broke" } } };
        case "hang":
          return { hang: true };
        case "truncated":
          return { truncated: JSON.stringify(whole).slice(0, 60) };
        case "malformed":
          return { body: JSON.stringify(whole).slice(0, 60) };
        case "reset":
          return { reset: true };
        default:
          return { body: whole, delayMs };
      }
    },
    misjudged: (results) =>
      Array.from(results).flatMap(({ metadata: { questionId, failure } }) => {
        const number = questionId.slice(1);
        const fault = last.get(`answer ${number}`) ?? last.get(`judge ${number}`);
        const found = failure?.category ?? "none";
        const expected = fault?.category ?? "none";
        return found === expected ? [] : [`${questionId}: expected ${expected}, found ${found}`];
      }),
  };
}

const refusal = { error: { message: "too many requests" } };

function chosen(place: number): Fault | undefined {
  let below = 0;
  return faults.find(({ percent }) => {
    below += percent;
    return place < below;
  });
}
