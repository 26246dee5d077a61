import { ReplyError } from "../../base/index.ts";
import type { Excerpt, RejectedExcerpt } from "../../result/index.ts";
import type { JudgedSource } from "../../trace/index.ts";
import type { Judge } from "../judge.ts";
import { excerptRounds } from "./ask-excerpts.ts";
import type { ExcerptsByItem } from "./assess-risk.ts";
import { problemsIn } from "./by-name-form.ts";
import { type CheckedExcerpts, checkExcerpts } from "./check-excerpts.ts";
import type { EvidenceItem } from "./evidence-item.ts";
import { excerptFeedback, type FailedItem } from "./excerpt-feedback.ts";
import type { PassageIndex } from "./passage-index.ts";

/** What the last attempt at quoting the answer gave. */
interface FoundExcerpts {
  /** Every attribute; where no quote was found, one entry without text that says why, or none. */
  readonly excerpts: ExcerptsByItem;
  /** Of every attempt; an attribute without any is left out. */
  readonly rejected: ReadonlyMap<string, readonly RejectedExcerpt[]>;
  /** Attempts that failed. */
  readonly retries: number;
}

/**
 * Asks for excerpts for all attributes until each one stands in the answer. An attempt in which any does not is repeated as a
 * whole, with what was wrong; in the last one, only what is not found is dropped. Throws `ReplyError` when a reply cannot be
 * read, `TransportError` when there is none.
 */
export async function findExcerpts(
  judge: Judge,
  index: PassageIndex,
  request: {
    readonly attributes: readonly EvidenceItem[];
    readonly question: string;
    readonly source?: JudgedSource | undefined;
    readonly retryAttempts: number;
  },
): Promise<FoundExcerpts> {
  const { attributes, question, source, retryAttempts } = request;
  const ask = excerptRounds();
  const rejected = new Map<string, readonly RejectedExcerpt[]>();
  let feedback: string | undefined;
  for (let retries = 0; ; retries += 1) {
    const claimed = await ask(judge, {
      kind: "attribute",
      items: attributes,
      question,
      answer: index.text,
      source,
      ...(feedback !== undefined && { feedback }),
    });
    const isLast = retries >= retryAttempts;
    const unread = problemsIn(claimed);
    if (isLast && unread.length > 0)
      throw new ReplyError(`The excerpts could not be read: ${unread.join("; ")}`, "");
    const found = new Map<string, CheckedExcerpts>();
    const failed = new Map<string, FailedItem>();
    for (const { name, settings } of attributes) {
      const own = claimed.get(name) ?? { ok: true, value: [] };
      const checked = checkExcerpts(index, own.ok ? own.value : [], { settings, attempt: retries + 1 });
      found.set(name, checked);
      if (!own.ok) failed.set(name, { rejected: [], problems: own.problems });
      if (checked.rejected.length === 0) continue;
      failed.set(name, { rejected: checked.rejected });
      rejected.set(name, [...(rejected.get(name) ?? []), ...checked.rejected]);
    }
    if (failed.size === 0 || isLast) {
      return {
        excerpts: new Map([...found].map(([name, own]) => [name, pickStored(own)])),
        rejected,
        retries,
      };
    }
    feedback = excerptFeedback(failed);
  }
}

/** The excerpts that count, or the judge's word on why there are none. */
function pickStored({ kept, explanation }: CheckedExcerpts): readonly Excerpt[] {
  if (kept.length > 0 || explanation === null) return kept;
  return [{ text: "", confidence: "none", similarityScore: 0, explanation }];
}
