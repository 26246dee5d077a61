import type { SearchPort } from "../../ports/index.ts";
import type { Excerpt, HallucinationRisk } from "../../result/index.ts";
import { failTrait } from "../../rubric/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { JudgedSource } from "../../trace/index.ts";
import { contained } from "../asking/contained.ts";
import { assessRisk } from "./assess-risk.ts";
import type { PassageIndex } from "./passage-index.ts";
import { reasonAbout } from "./reason.ts";
import { scoreTraits } from "./score-traits.ts";
import { findTraitExcerpts } from "./trait-excerpts.ts";
import type { TraitItem } from "./trait-item.ts";
import type { TraitLog } from "./trait-log.ts";
import type { TraitOutcome } from "./trait-outcome.ts";

/** What the groups of one answer have in common. */
interface TraitGroupContext {
  readonly question: string;
  readonly answer: string;
  /** What the answer is, where the traits ask for it. */
  readonly source?: JudgedSource | undefined;
  /** Null: excerpts are not looked up outside the answer. */
  readonly search: SearchPort | null;
  readonly tools: CheckTools;
  readonly log: TraitLog;
  readonly signal: AbortSignal;
}

/** Judges traits that share their calls from excerpts of the answer. Rejects only when cancelled. */
export async function judgeFromExcerpts(
  items: readonly TraitItem[],
  index: PassageIndex,
  context: TraitGroupContext,
): Promise<readonly TraitOutcome[]> {
  const findings = await findTraitExcerpts(items, { ...context, index });
  const found = new Map<string, readonly Excerpt[]>();
  const unfound: TraitOutcome[] = [];
  for (const item of items) {
    const finding = findings.get(item.name);
    if (finding?.kind === "found") found.set(item.name, finding.excerpts);
    else if (finding?.kind === "lacking") unfound.push(lacking(item, finding.explanation, context));
    else unfound.push(failedOutcome(item, finding?.problem ?? "the judge was not asked"));
  }
  if (found.size === 0) return unfound;
  context.log.addStage("excerpt_extraction", [...found.keys()]);
  const settled = items.filter(({ name }) => found.has(name));
  const looked = await lookUp(settled, found, context);
  const weighed = { answer: null, ...looked };
  return [...unfound, ...(await weighAndScore(settled, weighed, context))];
}

/** Judges traits that share their calls from the whole answer. Rejects only when cancelled. */
export function judgeFromAnswer(
  items: readonly TraitItem[],
  context: TraitGroupContext,
): Promise<readonly TraitOutcome[]> {
  const { answer } = context;
  return weighAndScore(items, { answer, excerpts: null, risks: new Map() }, context);
}

interface Found {
  readonly excerpts: ReadonlyMap<string, readonly Excerpt[]>;
  readonly risks: ReadonlyMap<string, HallucinationRisk>;
}

/** Looks up the excerpts of the traits that ask for it; without them the excerpts stay as they are. */
async function lookUp(
  items: readonly TraitItem[],
  excerpts: Found["excerpts"],
  { search, log, signal }: TraitGroupContext,
): Promise<Found> {
  const wanted = items.flatMap(({ name, settings }) => (settings.searchEnabled ? [name] : []));
  if (search === null) {
    for (const name of wanted) log.addWarning(`The trait ${name} asks for a search, but the run has none.`);
    return { excerpts, risks: new Map() };
  }
  const queried = new Map(wanted.map((name) => [name, excerpts.get(name) ?? []]));
  const assessment = await assessRisk(log.judgeFor(wanted), search, queried, signal);
  assessment.warnings.forEach(log.addWarning);
  log.addStage("hallucination_assessment", [...assessment.risks.keys()]);
  return { excerpts: new Map([...excerpts, ...assessment.excerpts]), risks: assessment.risks };
}

interface Weighed {
  readonly answer: string | null;
  readonly excerpts: Found["excerpts"] | null;
  readonly risks: Found["risks"];
}

async function weighAndScore(
  items: readonly TraitItem[],
  { answer, excerpts, risks }: Weighed,
  context: TraitGroupContext,
): Promise<readonly TraitOutcome[]> {
  const { log, question, source, signal } = context;
  const names = items.map(({ name }) => name);
  const reasoning = await contained<ReadonlyMap<string, string>>(
    signal,
    () =>
      reasonAbout(log.judgeFor(names), { kind: "trait", items, question, answer, source, excerpts, risks }),
    (problem) => {
      log.addWarning(`There is no reasoning about ${names.join(", ")}: ${problem}`);
      return new Map();
    },
  );
  log.addStage("reasoning_generation", [...reasoning.keys()]);
  const evidence = items.map(({ name, trait }) => ({
    trait,
    excerpts: excerpts?.get(name) ?? [],
    reasoning: reasoning.get(name) ?? "",
  }));
  const judgements = await scoreTraits(evidence, context);
  return items.map((item) => ({
    item,
    excerpts: excerpts?.get(item.name) ?? null,
    isLacking: false,
    reasoning: reasoning.get(item.name) ?? null,
    risk: risks.get(item.name) ?? null,
    judgement: judgements.get(item.name) ?? failTrait(item.trait, "the judge was not asked"),
  }));
}

const nothing = { isLacking: false, excerpts: null, reasoning: null, risk: null };

/** A trait without a value for which evidence was not lacking. */
export function failedOutcome(item: TraitItem, problem: string): TraitOutcome {
  return { ...nothing, item, judgement: failTrait(item.trait, problem) };
}

/** No score at all, not even the -1 of a literal trait: the trait has not been judged, the answer lacks evidence. */
function lacking(
  item: TraitItem,
  explanation: string | null,
  { source }: Pick<TraitGroupContext, "source">,
): TraitOutcome {
  const place = source === "contexts" ? "contexts" : "answer";
  const entry: Excerpt = { text: "", confidence: "none", similarityScore: 0, explanation };
  return {
    ...nothing,
    item,
    isLacking: true,
    excerpts: explanation === null ? [] : [entry],
    judgement: { ok: false, problem: `no valid excerpt was found in the ${place}`, scores: {} },
  };
}
