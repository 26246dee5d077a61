import { TransportError } from "../../base/index.ts";
import type { AnswerDetails } from "./answer-function.ts";

const marker = Symbol.for("karenina.no-answer");

/**
 * Thrown by an application that has no answer to a question: it counts as none, not as a wrong one, and is not asked again.
 *
 * @example
 * if (found.length === 0) throw new NoAnswer("nothing in the manual is about this", { contexts: [] });
 */
export class NoAnswer extends Error {
  /** What is known all the same. */
  readonly details: AnswerDetails;
  readonly [marker] = true;

  constructor(reason: string, details: AnswerDetails = {}) {
    super(reason);
    this.name = "NoAnswer";
    this.details = details;
  }

  /** True for errors of this class, also across two copies of the package. */
  static isInstance(error: unknown): error is NoAnswer {
    try {
      return typeof error === "object" && error !== null && marker in error;
    } catch {
      // what refuses to be looked at is none
      return false;
    }
  }
}

/**
 * Thrown by an application that could not answer now: it is asked again, as the retry policy says of errors of a server. When
 * the retries are used up the task is a failure of infrastructure.
 *
 * @example
 * if (isBusy) throw new Retry("the index is being built", { afterMs: 2000 });
 */
export class Retry extends TransportError {
  /** @param options `afterMs`: milliseconds that are waited at least. Default: as the retry policy says. */
  constructor(reason: string, { afterMs }: { readonly afterMs?: number } = {}) {
    super("server_error", reason, { retryAfterMs: afterMs });
  }
}
