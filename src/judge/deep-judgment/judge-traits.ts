import type { SearchPort } from "../../ports/index.ts";
import type { LLMRubricTrait, TraitJudgements } from "../../rubric/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { JudgedSource, TracePart } from "../../trace/index.ts";
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

/** A text that traits are judged on. */
interface JudgedText {
  /** What excerpts must stand in. */
  readonly answer: string;
  /** What it is, where the traits ask for it; absent: what the run judges rubrics on. */
  readonly source?: JudgedSource | undefined;
  /** Who its parts are from, where it is a trace. Default: it is the model's own text. */
  readonly parts?: readonly TracePart[] | undefined;
}

/** What is needed to judge traits from evidence. */
export interface JudgeTraitsRequest {
  readonly traits: readonly {
    readonly trait: LLMRubricTrait;
    readonly settings: TraitDeepJudgment;
    /** What it is judged on; traits that share it may share their calls. */
    readonly text: JudgedText;
  }[];
  readonly strategy: EvidenceStrategy;
  /** Null: excerpts are not looked up outside the answer, whatever a trait asks for. */
  readonly search: SearchPort | null;
  readonly question: string;
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
  const all = request.traits.map(({ trait, settings, text }) => ({ text, item: traitItem(trait, settings) }));
  const items = all.map(({ item }) => item);
  const groups = [...Map.groupBy(all, ({ text }) => text)].flatMap(([text, own]) => {
    const onText = own.map(({ item }) => item);
    const quoted = onText.filter(({ settings }) => settings.excerptEnabled);
    const others = onText.filter(({ settings }) => !settings.excerptEnabled);
    const index = quoted.length === 0 ? null : passageIndex(text.answer, text.parts);
    return [
      ...groupItems(quoted, request.strategy).map((group) => ({ group, index, text })),
      ...groupItems(others, request.strategy).map((group) => ({ group, index: null, text })),
    ];
  });
  const outcomes = await Promise.all(
    groups.map(({ group, index, text }) => {
      const context = { ...request, ...text, log, signal: judge.signal };
      return request.inTurn(() =>
        contained<readonly TraitOutcome[]>(
          judge.signal,
          () => (index === null ? judgeFromAnswer(group, context) : judgeFromExcerpts(group, index, context)),
          (problem) => group.map((item) => failedOutcome(item, problem)),
        ),
      );
    }),
  );
  const byName = new Map(outcomes.flat().map((outcome) => [outcome.item.name, outcome]));
  const ordered = items.flatMap(({ name }) => byName.get(name) ?? []);
  return {
    judgements: new Map(ordered.map(({ item, judgement }) => [item.name, judgement])),
    evidence: collectTraitEvidence(ordered, log),
    warnings: log.warnings,
  };
}
