import type { SearchPort } from "../../ports/index.ts";
import type { LLMRubricTrait, TraitJudgements } from "../../rubric/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { TracePart } from "../../trace/index.ts";
import { contained } from "../asking/contained.ts";
import type { Judge } from "../judge.ts";
import { collectTraitEvidence, type TraitEvidenceSummary } from "./collect-trait-evidence.ts";
import { groupItems } from "./group-items.ts";
import { failedOutcome, judgeFromAnswer, judgeFromExcerpts } from "./judge-trait-group.ts";
import { passageIndex } from "./passage-index.ts";
import type { TraitDeepJudgment } from "./rubric-deep-judgment.ts";
import type { EvidenceStrategy } from "./settings.ts";
import { traitItem } from "./trait-item.ts";
import { traitLog } from "./trait-log.ts";
import type { TraitOutcome } from "./trait-outcome.ts";

/** What is needed to judge traits from evidence. */
interface JudgeTraitsRequest {
  readonly traits: readonly { readonly trait: LLMRubricTrait; readonly settings: TraitDeepJudgment }[];
  readonly strategy: EvidenceStrategy;
  /** Null: excerpts are not looked up outside the answer, whatever a trait asks for. */
  readonly search: SearchPort | null;
  readonly question: string;
  /** The text that excerpts must stand in. */
  readonly answer: string;
  /** Who its parts are from, where it is a trace. Default: it is the model's own text. */
  readonly parts?: readonly TracePart[] | undefined;
  readonly tools: CheckTools;
  /** Runs one group of traits; one call at a time is in flight for it. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Traits judged from evidence, and the evidence. */
export interface TraitsFromEvidence {
  readonly judgements: TraitJudgements;
  readonly evidence: TraitEvidenceSummary;
  readonly warnings: readonly string[];
}

/**
 * Judges traits from evidence: quotes excerpts, looks them up where that is asked for, weighs them, and decides from what
 * was weighed. Traits without excerpts are weighed over the whole answer. With `batch`, the traits with excerpts share
 * their calls, and those without theirs. What fails for one trait takes nothing from the others. Rejects only when the
 * judge's signal is aborted.
 */
export async function judgeTraits(judge: Judge, request: JudgeTraitsRequest): Promise<TraitsFromEvidence> {
  const log = traitLog(judge);
  const items = request.traits.map(({ trait, settings }) => traitItem(trait, settings));
  const quoted = items.filter(({ settings }) => settings.excerptEnabled);
  const others = items.filter(({ settings }) => !settings.excerptEnabled);
  const index = quoted.length === 0 ? null : passageIndex(request.answer, request.parts);
  const context = { ...request, log, signal: judge.signal };
  const groups = [
    ...groupItems(quoted, request.strategy).map((group) => ({ group, index })),
    ...groupItems(others, request.strategy).map((group) => ({ group, index: null })),
  ];
  const outcomes = await Promise.all(
    groups.map(({ group, index: text }) =>
      request.inTurn(() =>
        contained<readonly TraitOutcome[]>(
          judge.signal,
          () => (text === null ? judgeFromAnswer(group, context) : judgeFromExcerpts(group, text, context)),
          (problem) => group.map((item) => failedOutcome(item, problem)),
        ),
      ),
    ),
  );
  const byName = new Map(outcomes.flat().map((outcome) => [outcome.item.name, outcome]));
  const ordered = items.flatMap(({ name }) => byName.get(name) ?? []);
  return {
    judgements: new Map(ordered.map(({ item, judgement }) => [item.name, judgement])),
    evidence: collectTraitEvidence(ordered, log),
    warnings: log.warnings,
  };
}
