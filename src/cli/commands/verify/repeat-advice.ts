import { findInterface } from "../../../models/index.ts";
import {
  type Failure,
  failureOutcome,
  lacksInfrastructure,
  type VerificationResult,
} from "../../../result/index.ts";

/** Whether repeating tasks can mend them, and what else can. */
export interface RepeatAdvice {
  /** False: every task that lacks infrastructure would fail in the same way again. */
  readonly repeatingHelps: boolean;
  /** What to do where repeating does not help, each once, in order of first appearance. */
  readonly hints: readonly string[];
}

/** Looks at results one at a time. */
export interface RepeatTally {
  add(result: VerificationResult): void;
  advice(): RepeatAdvice;
}

/** Failures that stay until settings, programs or recordings change. */
const lasting: ReadonlySet<string> = new Set(["recording_missing", "configuration"]);
/** What a server says of a request that it will always find wrong: its address, its form, its length, a model it does not have. */
const refusedStatuses: ReadonlySet<unknown> = new Set([
  301, 302, 303, 307, 308, 400, 404, 405, 410, 413, 414, 415, 422,
]);
const mostHints = 3;

/** Finds out what to say about tasks that lack infrastructure. Needs constant memory. */
export function repeatTally(): RepeatTally {
  const hints = new Set<string>();
  let repeatingHelps = false;
  let isLacking = false;

  return {
    add(result) {
      if (!lacksInfrastructure(result)) return;
      isLacking = true;
      const hint = lastingHint(result);
      if (hint === undefined) repeatingHelps = true;
      else if (hint !== "" && hints.size < mostHints) hints.add(hint);
    },
    advice: () => ({ repeatingHelps: repeatingHelps || !isLacking, hints: [...hints] }),
  };
}

function isRefusedRequest({ category, details }: Failure): boolean {
  // without a status no request came to an answer, such as one that is larger than is read
  return (
    category === "invalid_request" && (details?.status === undefined || refusedStatuses.has(details.status))
  );
}

/** What to do about a failure that lasts, empty where nobody has said; undefined: it may pass by itself. */
function lastingHint({ metadata: { failure, parsing } }: VerificationResult): string | undefined {
  if (failure !== null && failureOutcome(failure.category) === "infrastructure_failed") {
    if (!lasting.has(failure.category) && !isRefusedRequest(failure)) return undefined;
    const hint = failure.details?.hint;
    return typeof hint === "string" ? hint : "";
  }
  // only a part is missing, and results do not say why
  return findInterface(parsing.interface)?.repeatHint;
}
