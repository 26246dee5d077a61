import { messageOf } from "../../base/index.ts";
import type { SearchPort } from "../../ports/index.ts";
import type { HallucinationRisk, RejectedExcerpt } from "../../result/index.ts";
import type { JudgedSource } from "../../trace/index.ts";
import { assessRisk, type ExcerptsByItem, type RiskAssessment } from "./assess-risk.ts";
import type { EvidenceItem } from "./evidence-item.ts";
import { findExcerpts } from "./find-excerpts.ts";
import type { PassageIndex } from "./passage-index.ts";
import { reasonAbout } from "./reason.ts";
import type { DeepJudges } from "./template-deep-judgment.ts";

/** The evidence for attributes that share their calls. */
export interface AttributeEvidence {
  /** Null: none were looked for. */
  readonly excerpts: ExcerptsByItem | null;
  /** Quotations of every attempt that are no evidence. */
  readonly rejected: ReadonlyMap<string, readonly RejectedExcerpt[]>;
  readonly retries: number;
  readonly risks: ReadonlyMap<string, HallucinationRisk>;
  /** At least one excerpt was looked up outside the answer. */
  readonly searched: boolean;
  /** At least one excerpt was assessed by what was found. */
  readonly assessed: boolean;
  readonly reasoning: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

/** What the evidence is looked for in. */
interface AttributeRequest {
  readonly question: string;
  /** What that text is, where the template says so. */
  readonly source?: JudgedSource | undefined;
  readonly index: PassageIndex;
  readonly retryAttempts: number;
  readonly search: SearchPort | null;
}

/**
 * Quotes the answer for these attributes, has the quotes looked up where there is a search, and weighs them. Throws when
 * there are no excerpts to go on with, see {@link findExcerpts}; what fails later leaves a warning.
 */
export async function judgeByExcerpts(
  judges: DeepJudges,
  attributes: readonly EvidenceItem[],
  { question, index, source, retryAttempts, search }: AttributeRequest,
): Promise<AttributeEvidence> {
  const { signal } = judges.excerpts;
  const found = await findExcerpts(judges.excerpts, index, { attributes, question, source, retryAttempts });
  const { excerpts, risks, searched, assessed, warnings } =
    search === null
      ? notSearched(found.excerpts)
      : await assessRisk(judges.risk, search, found.excerpts, signal);
  const reasoned = await reason(judges, { attributes, question, answer: null, source, excerpts, risks });
  return {
    ...reasoned,
    excerpts,
    rejected: found.rejected,
    retries: found.retries,
    risks,
    searched,
    assessed,
    warnings: [...warnings, ...reasoned.warnings],
  };
}

/** Weighs what the whole answer says for these attributes. Rejects only when cancelled. */
export async function judgeByAnswer(
  judges: DeepJudges,
  attributes: readonly EvidenceItem[],
  {
    question,
    answer,
    source,
  }: {
    readonly question: string;
    readonly answer: string;
    readonly source?: JudgedSource | undefined;
  },
): Promise<AttributeEvidence> {
  const risks: AttributeEvidence["risks"] = new Map();
  const reasoned = await reason(judges, { attributes, question, answer, source, excerpts: null, risks });
  const nothing = { excerpts: null, rejected: new Map(), retries: 0, searched: false, assessed: false };
  return { ...reasoned, ...nothing, risks };
}

function notSearched(excerpts: ExcerptsByItem): RiskAssessment {
  return { excerpts, risks: new Map(), searched: false, assessed: false, warnings: [] };
}

async function reason(
  { reasoning: judge }: DeepJudges,
  {
    attributes,
    ...input
  }: Omit<Parameters<typeof reasonAbout>[1], "kind" | "items"> & {
    readonly attributes: readonly EvidenceItem[];
  },
): Promise<Pick<AttributeEvidence, "reasoning" | "warnings">> {
  try {
    const reasoning = await reasonAbout(judge, { ...input, kind: "attribute", items: attributes });
    return { reasoning, warnings: [] };
  } catch (error) {
    if (judge.signal.aborted) throw error;
    const names = attributes.map(({ name }) => name).join(", ");
    return { reasoning: new Map(), warnings: [`Reasoning about ${names} failed: ${messageOf(error)}`] };
  }
}
