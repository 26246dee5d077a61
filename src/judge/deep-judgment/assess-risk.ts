import { messageOf } from "../../base/index.ts";
import type { SearchPort } from "../../ports/index.ts";
import type { Excerpt, HallucinationRisk } from "../../result/index.ts";
import type { Judge } from "../judge.ts";
import { askRisks, type ExcerptRisk } from "./ask-risks.ts";
import { lookUp } from "./look-up.ts";
import type { SearchedExcerpt } from "./prompts/evidence-risk.ts";

/** Excerpts by attribute or trait. */
export type ExcerptsByItem = ReadonlyMap<string, readonly Excerpt[]>;

/** How far what was found outside the answer bears out its excerpts. */
export interface RiskAssessment {
  /** The excerpts as given; those that were looked up with search results, those that were assessed with their risk. */
  readonly excerpts: ExcerptsByItem;
  /** By item, the highest of its excerpts; an item none of whose excerpts was assessed is left out. */
  readonly risks: ReadonlyMap<string, HallucinationRisk>;
  /** At least one query came back, with results or without. */
  readonly searched: boolean;
  /** The judge has assessed at least one excerpt. */
  readonly assessed: boolean;
  readonly warnings: readonly string[];
}

/**
 * Looks every excerpt up, word for word, and has the judge assess in one call what was found. Excerpts without text, and
 * those the judge has no confidence in, are left alone. A search or an assessment that fails leaves a warning and no risk.
 * Rejects only when cancelled.
 */
export async function assessRisk(
  judge: Judge,
  search: SearchPort,
  excerpts: ExcerptsByItem,
  signal: AbortSignal,
): Promise<RiskAssessment> {
  const claims = [...excerpts].flatMap(([item, list]) =>
    list.filter(isSearchable).map((excerpt) => ({ item, excerpt })),
  );
  const { outcomes, warnings: failedSearches } = await lookUp(search, claims, signal);
  const searched: readonly SearchedExcerpt[] = claims.flatMap((claim, index) => {
    const outcome = outcomes[index];
    return outcome?.ok ? [{ ...claim, results: outcome.results }] : [];
  });
  const { risks, warnings: failedAssessments } = await assess(judge, searched, signal);
  const lookedUp = new Set(claims.map(({ excerpt }) => excerpt));
  const results = new Map(searched.map(({ excerpt, results: found }) => [excerpt, found]));
  const assessed: ExcerptsByItem = new Map(
    [...excerpts].map(([item, list]) => [
      item,
      list.map((excerpt): Excerpt => {
        if (!lookedUp.has(excerpt)) return excerpt;
        const searchResults = (results.get(excerpt) ?? []).map((result) => ({ ...result }));
        return { ...excerpt, searchResults, ...risks.get(excerpt) };
      }),
    ]),
  );
  return {
    excerpts: assessed,
    risks: risksOf(assessed),
    searched: searched.length > 0,
    assessed: risks.size > 0,
    warnings: [...failedSearches, ...failedAssessments],
  };
}

function isSearchable({ text, confidence }: Excerpt): boolean {
  return text.trim() !== "" && confidence !== "none";
}

async function assess(
  judge: Judge,
  searched: readonly SearchedExcerpt[],
  signal: AbortSignal,
): Promise<{ readonly risks: ReadonlyMap<Excerpt, ExcerptRisk>; readonly warnings: readonly string[] }> {
  if (searched.length === 0) return { risks: new Map(), warnings: [] };
  try {
    const replies = await askRisks(judge, searched);
    const risks = new Map<Excerpt, ExcerptRisk>();
    const warnings: string[] = [];
    searched.forEach(({ item, excerpt }, index) => {
      const risk = replies[index];
      if (risk !== undefined) risks.set(excerpt, risk);
      else warnings.push(`The hallucination assessment left out an excerpt of ${item}.`);
    });
    return { risks, warnings };
  } catch (error) {
    if (signal.aborted) throw error;
    return { risks: new Map(), warnings: [`The hallucination assessment failed: ${messageOf(error)}`] };
  }
}

function risksOf(excerpts: ExcerptsByItem): ReadonlyMap<string, HallucinationRisk> {
  const risks = new Map<string, HallucinationRisk>();
  for (const [item, list] of excerpts) {
    const risk = highestRisk(list.flatMap(({ hallucinationRisk }) => hallucinationRisk ?? []));
    if (risk !== undefined) risks.set(item, risk);
  }
  return risks;
}

const levels: readonly HallucinationRisk[] = ["none", "low", "medium", "high"];

/** The highest of the risks; undefined without any. */
function highestRisk(risks: readonly string[]): HallucinationRisk | undefined {
  return levels.findLast((level) => risks.includes(level));
}
