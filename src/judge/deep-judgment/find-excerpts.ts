import type { Excerpt, RejectedExcerpt } from "../../result/index.ts";
import type { Judge } from "../judge.ts";
import { excerptRounds } from "./ask-excerpts.ts";
import type { ExcerptsByItem } from "./assess-risk.ts";
import { type CheckedExcerpts, checkExcerpts } from "./check-excerpts.ts";
import type { EvidenceItem } from "./evidence-item.ts";
import { excerptFeedback } from "./excerpt-feedback.ts";
import type { PassageIndex } from "./passage-index.ts";

/** What the last attempt at quoting the answer gave. */
export interface FoundExcerpts {
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
    readonly retryAttempts: number;
  },
): Promise<FoundExcerpts> {
  const { attributes, question, retryAttempts } = request;
  const ask = excerptRounds();
  const rejected = new Map<string, readonly RejectedExcerpt[]>();
  let feedback: string | undefined;
  for (let retries = 0; ; retries += 1) {
    const claimed = await ask(judge, {
      kind: "attribute",
      items: attributes,
      question,
      answer: index.text,
      ...(feedback !== undefined && { feedback }),
    });
    const checked = attributes.map(({ name, settings }): readonly [string, CheckedExcerpts] => [
      name,
      checkExcerpts(index, claimed.get(name) ?? [], { settings, attempt: retries + 1 }),
    ]);
    const failed = checked.flatMap(([name, found]) =>
      found.rejected.length > 0 ? [[name, found.rejected] as const] : [],
    );
    for (const [name, more] of failed) rejected.set(name, [...(rejected.get(name) ?? []), ...more]);
    if (failed.length === 0 || retries >= retryAttempts) {
      return { excerpts: new Map(checked.map(([name, found]) => [name, stored(found)])), rejected, retries };
    }
    feedback = excerptFeedback(new Map(failed));
  }
}

/** The excerpts that count, or the judge's word on why there are none. */
function stored({ kept, explanation }: CheckedExcerpts): readonly Excerpt[] {
  if (kept.length > 0 || explanation === null) return kept;
  return [{ text: "", confidence: "none", similarityScore: 0, explanation }];
}
