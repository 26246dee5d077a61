import { createPatternEngine, oneLine, systemClock } from "../../base/index.ts";
import { getAllTraitScores, lacksInfrastructure, type VerificationResult } from "../../result/index.ts";
import { allTraits, type RubricTrait } from "../../rubric/index.ts";
import type { RunStatus } from "../../run/index.ts";
import { Benchmark } from "../../verify/index.ts";
import type { DraftingOptions, Spending } from "../asking/drafting-options.ts";
import { type DraftingSession, openSession } from "../asking/open-session.ts";
import { readSaid } from "../asking/read-said.ts";
import { type TraitFeedback, traitPrompt, traitSystem } from "./trait-prompts.ts";
import { acceptTraits, isWanted, type TraitDraft, type TraitExample, wantedValue } from "./trait-reply.ts";

/** An example with what the trait was said to be of it. */
export interface TriedExample extends TraitExample {
  /** Null: nothing was decided. */
  readonly value: boolean | number | null;
  /** What it had to be, in words. */
  readonly wanted: string;
  readonly verdict: "as wanted" | "not as wanted" | "none";
  /** Why there is no value. */
  readonly why?: string;
}

/** A trait that was drafted, and tried. */
export interface DraftedTrait {
  readonly trait: RubricTrait;
  readonly reason: string;
  /** From 1. */
  readonly drafts: number;
  readonly state: "passes" | "fails" | "undecided";
  readonly tries: readonly TriedExample[];
}

/** What came of drafting traits. */
export interface TraitDraftingReport {
  readonly drafted: readonly DraftedTrait[];
  /** Why there are no traits, or fewer than there might be. */
  readonly problems: readonly string[];
  /** How the work ended early; absent: it did not. */
  readonly ended?: RunStatus;
  readonly spent: Spending;
}

const mostDrafts = 3;
const mostQuestions = 5;

/**
 * Drafts traits for wishes such as "clear, cites sources, no dosage advice" by a model, and tries each: good and bad answers that the
 * model writes are judged by the pipeline of all runs. A trait that does not tell them apart is drafted again, at most twice. Changes nothing.
 *
 * @param wishes what answers are to be like
 * @param benchmark whose answers are to be judged: its first questions are shown, and names of its traits are taken
 */
export async function draftTraits(
  wishes: string,
  benchmark: { readonly content: Benchmark["content"] },
  options: DraftingOptions,
): Promise<TraitDraftingReport> {
  const session = openSession(options);
  const patterns = createPatternEngine({ clock: options.clock ?? systemClock });
  const { questions, globalRubric, globalDynamicRubric } = benchmark.content;
  const shown = questions.slice(0, mostQuestions).map(({ question }) => question);
  const own = questions.flatMap(({ rubric, dynamicRubric }) => [
    ...allTraits(rubric),
    ...allTraits(dynamicRubric),
  ]);
  const taken = new Set(
    [...allTraits(globalRubric), ...allTraits(globalDynamicRubric), ...own].map(({ name }) => name),
  );
  const done = new Map<string, DraftedTrait>();
  let problems: readonly string[] = [];
  let feedback: TraitFeedback | undefined;
  for (let attempt = 1; attempt <= mostDrafts; attempt += 1) {
    const prompt = traitPrompt(wishes, shown, feedback);
    const said = (
      await session.ask(
        attempt === 1 ? "Drafting traits" : "Drafting traits again",
        [{ id: "rubric", prompt }],
        traitSystem(),
      )
    ).get("rubric");
    if (said === undefined || "problem" in said) {
      problems = [said?.problem ?? "the models could not be asked any more"];
      break;
    }
    const kept = [...done.values()].filter(({ state }) => state !== "fails").map(({ trait }) => trait.name);
    const read = readSaid(said.text, prompt, (value) =>
      acceptTraits(value, patterns, { taken, done: new Set(kept) }),
    );
    problems = read.ok ? [] : read.problems;
    if (read.ok) {
      const tried = await tryTraits(
        session,
        read.value.map((draft) => withEarlier(draft, done)),
        shown[0] ?? wishes,
        attempt,
      );
      for (const one of tried ?? []) done.set(one.trait.name, one);
      if (tried === undefined) {
        problems = ["the examples were not all judged"];
        break;
      }
    }
    const failed = [...done.values()].filter(({ state }) => state === "fails");
    if (problems.length === 0 && failed.length === 0) break;
    feedback = {
      problems,
      failed: failed.map(shownTrait),
      kept: [...done.values()].filter(({ state }) => state !== "fails").map(({ trait }) => trait.name),
    };
  }
  const ended = session.ended();
  return {
    drafted: [...done.values()],
    problems,
    spent: session.spent(),
    ...(ended !== undefined && { ended }),
  };
}

/** Examples of an earlier draft are tried again. */
function withEarlier(draft: TraitDraft, done: ReadonlyMap<string, DraftedTrait>): TraitDraft {
  const earlier = (done.get(draft.trait.name)?.tries ?? []).map(
    ({ kind, answer }): TraitExample => ({ kind, answer }),
  );
  const known = new Set(earlier.map(({ answer }) => answer));
  return {
    ...draft,
    examples: [...earlier, ...draft.examples.filter(({ answer }) => !known.has(answer))].slice(0, 16),
  };
}

async function tryTraits(
  session: DraftingSession,
  drafts: readonly TraitDraft[],
  question: string,
  attempt: number,
): Promise<readonly DraftedTrait[] | undefined> {
  const benchmark = Benchmark.create({ name: "Tried traits" });
  const rows = drafts.flatMap(({ trait, examples }) =>
    examples.map(({ answer }, at) => {
      const id = `${trait.name} (${at + 1})`;
      benchmark.addQuestion({ id, question, rawAnswer: "(no reference answer)", rubric: [trait] });
      return { questionId: id, answer };
    }),
  );
  const results = await session.judge(
    `Trying ${drafts.length} traits on ${rows.length} answers`,
    benchmark,
    rows,
    "rubric_only",
  );
  if (rows.some(({ questionId }) => !results.has(questionId))) return undefined;
  return drafts.map(({ trait, reason, examples }) => {
    const tries = examples.map((example, at) => ({
      ...example,
      ...readingOf(trait, example, results.get(`${trait.name} (${at + 1})`)),
    }));
    const isWrong = tries.some(({ verdict }) => verdict === "not as wanted");
    const state = isWrong
      ? "fails"
      : tries.some(({ verdict }) => verdict === "none")
        ? "undecided"
        : "passes";
    return { trait, reason, drafts: attempt, state, tries };
  });
}

function readingOf(
  trait: RubricTrait,
  { kind }: TraitExample,
  result: VerificationResult | undefined,
): Omit<TriedExample, keyof TraitExample> {
  const wanted = wantedValue(trait, kind);
  const rubric = result?.rubric ?? null;
  const value = rubric === null ? undefined : getAllTraitScores(rubric)[trait.name];
  if (
    result === undefined ||
    lacksInfrastructure(result) ||
    (typeof value !== "boolean" && typeof value !== "number")
  ) {
    const why =
      rubric?.traitFailures?.[trait.name] ?? result?.metadata.failure?.reason ?? "nothing was decided";
    return { value: null, wanted, verdict: "none", why: oneLine(why).slice(0, 300) };
  }
  return { value, wanted, verdict: isWanted(trait, kind, value) ? "as wanted" : "not as wanted" };
}

function shownTrait({ trait, tries }: DraftedTrait): object {
  return {
    name: trait.name,
    description: trait.description,
    examples: tries.map(({ kind, answer, wanted, value }) => ({ kind, answer, wanted, judged: value })),
  };
}
