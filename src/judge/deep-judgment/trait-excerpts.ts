import type { Excerpt } from "../../result/index.ts";
import type { JudgedSource } from "../../trace/index.ts";
import { contained } from "../asking/contained.ts";
import { type AskExcerpts, excerptRounds } from "./ask-excerpts.ts";
import { checkExcerpts } from "./check-excerpts.ts";
import { excerptFeedback, type FailedItem } from "./excerpt-feedback.ts";
import type { PassageIndex } from "./passage-index.ts";
import type { TraitItem } from "./trait-item.ts";
import type { TraitLog } from "./trait-log.ts";

/** What looking for a trait's excerpts came to. */
type TraitFinding =
  | { readonly kind: "found"; readonly excerpts: readonly Excerpt[] }
  /** The last attempt gave nothing that stands in the answer. */
  | { readonly kind: "lacking"; readonly explanation: string | null }
  /** The judge could not be asked, or its reply not be read: that says nothing about the answer. */
  | { readonly kind: "failed"; readonly problem: string };

/** Where excerpts are looked for. */
interface TraitExcerptsRequest {
  readonly question: string;
  readonly answer: string;
  readonly source?: JudgedSource | undefined;
  readonly index: PassageIndex;
  readonly log: TraitLog;
  readonly signal: AbortSignal;
}

/**
 * Finds excerpts for traits that share their calls. One that stands in the answer settles its trait; the others are asked
 * for again with what was wrong, each trait as often as its own settings allow. Rejects only when cancelled.
 */
export async function findTraitExcerpts(
  traits: readonly TraitItem[],
  request: TraitExcerptsRequest,
): Promise<ReadonlyMap<string, TraitFinding>> {
  const { index, log } = request;
  const ask = excerptRounds();
  const findings = new Map<string, TraitFinding>();
  let open = traits;
  let feedback: string | undefined;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    const reply = await attemptExcerpts(ask, open, feedback, request);
    const again = new Map<string, FailedItem>();
    for (const { name, settings } of open) {
      if (!reply.ok) {
        findings.set(name, { kind: "failed", problem: reply.problem });
        continue;
      }
      const mayRepeat = attempt < settings.retryAttempts;
      const claimed = reply.claimed.get(name) ?? { ok: true, value: [] };
      if (!claimed.ok) {
        if (mayRepeat) again.set(name, { rejected: [], problems: claimed.problems });
        else findings.set(name, { kind: "failed", problem: claimed.problems.join("; ") });
        continue;
      }
      const { kept, rejected, explanation } = checkExcerpts(index, claimed.value, {
        settings,
        attempt: attempt + 1,
      });
      log.addRejected(name, rejected);
      if (kept.length > 0) findings.set(name, { kind: "found", excerpts: kept });
      else if (mayRepeat) again.set(name, { rejected });
      else findings.set(name, { kind: "lacking", explanation });
    }
    for (const name of again.keys()) log.addRetry(name);
    open = open.filter(({ name }) => again.has(name));
    feedback = excerptFeedback(again);
  }
  return findings;
}

type ExcerptsReply =
  | { readonly ok: true; readonly claimed: Awaited<ReturnType<AskExcerpts>> }
  | { readonly ok: false; readonly problem: string };

function attemptExcerpts(
  ask: AskExcerpts,
  traits: readonly TraitItem[],
  feedback: string | undefined,
  { question, answer, source, log, signal }: TraitExcerptsRequest,
): Promise<ExcerptsReply> {
  const judge = log.judgeFor(traits.map(({ name }) => name));
  const input = { kind: "trait", items: traits, question, answer, source } as const;
  return contained<ExcerptsReply>(
    signal,
    async () => ({
      ok: true,
      claimed: await ask(judge, { ...input, ...(feedback !== undefined && { feedback }) }),
    }),
    (problem) => ({ ok: false, problem }),
  );
}
