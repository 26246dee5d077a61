import type { Excerpt, HallucinationRisk } from "../../result/index.ts";
import type { TraitJudgement } from "../../rubric/index.ts";
import type { TraitItem } from "./trait-item.ts";

/** What became of a trait that was judged from evidence. */
export interface TraitOutcome {
  readonly item: TraitItem;
  /** Null where none were asked for, or the judge could not be asked; one without text says why there is none. */
  readonly excerpts: readonly Excerpt[] | null;
  /** The last attempt gave nothing that stands in the answer. */
  readonly isLacking: boolean;
  readonly reasoning: string | null;
  /** The highest of its excerpts; null where none was assessed. */
  readonly risk: HallucinationRisk | null;
  readonly judgement: TraitJudgement;
}
