import * as z from "zod";
import { issueText, KareninaError, messageOf, oneLine, type PatternEngine } from "../../base/index.ts";
import { type Accepted, llmTrait, type RubricTrait, regexTrait } from "../../rubric/index.ts";

/** An answer that a trait is tried on. */
export interface TraitExample {
  /** `good`: as the trait wants answers to be; `bad`: as it does not. */
  readonly kind: "good" | "bad";
  readonly answer: string;
}

/** A trait as a drafting model has written it. */
export interface TraitDraft {
  readonly trait: RubricTrait;
  readonly reason: string;
  readonly examples: readonly TraitExample[];
}

const Answers = z.array(z.string().trim().min(1).max(4000)).max(20).default([]);
const common = {
  name: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, "expected small letters, digits and _"),
  description: z.string().trim().min(1).max(2000),
  higher_is_better: z.boolean().default(true),
  reason: z.string().default(""),
  good: Answers,
  bad: Answers,
};

const Trait = z.discriminatedUnion("kind", [
  z.object({ ...common, kind: z.literal("boolean") }),
  z.object({
    ...common,
    kind: z.literal("score"),
    min_score: z.int().min(0).max(100).default(1),
    max_score: z.int().min(1).max(100).default(5),
  }),
  z.object({
    ...common,
    kind: z.literal("regex"),
    pattern: z.string().min(1).max(1000),
    case_sensitive: z.boolean().default(true),
  }),
]);

const Reply = z.object({ traits: z.array(Trait).min(1).max(12) });

const mostExamples = 4;

/** Names that a trait cannot have, and those of traits that are done and that are given again. */
interface KnownTraits {
  readonly taken: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
}

/** Reads the object of a reply: its form, and whether each trait is one that can be judged. Traits that are done are left out. */
export function acceptTraits(
  value: unknown,
  patterns: PatternEngine,
  { taken, done }: KnownTraits,
): Accepted<readonly TraitDraft[]> {
  const read = Reply.safeParse(value, { reportInput: true });
  if (!read.success)
    return {
      ok: false,
      problems: read.error.issues.map(
        (issue) => `${issue.path.join(".") || "the object"}: ${issueText(issue)}`,
      ),
    };
  const problems: string[] = [];
  const names = new Set(taken);
  const drafts = read.data.traits.flatMap((form): TraitDraft[] => {
    const { name, good, bad, reason } = form;
    if (done.has(name)) return [];
    if (names.has(name)) problems.push(`${name}: the name is taken`);
    names.add(name);
    if (good.length === 0 || bad.length === 0)
      problems.push(`${name}: \`good\` and \`bad\` each need an answer`);
    const kinds = [
      ["good", good],
      ["bad", bad],
    ] as const;
    const examples = kinds.flatMap(([kind, answers]) =>
      answers.slice(0, mostExamples).map((answer): TraitExample => ({ kind, answer: answer.toWellFormed() })),
    );
    try {
      if (form.kind === "regex") patterns.validate(form.pattern);
      return [{ trait: traitOf(form), reason: oneLine(reason).toWellFormed().slice(0, 600), examples }];
    } catch (error) {
      if (!KareninaError.isInstance(error)) throw error;
      problems.push(`${name}: ${messageOf(error)}`);
      return [];
    }
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: drafts };
}

function traitOf(form: z.infer<typeof Trait>): RubricTrait {
  const texts = {
    name: form.name,
    description: oneLine(form.description).toWellFormed(),
    higherIsBetter: form.higher_is_better,
  };
  if (form.kind === "regex")
    return regexTrait({ ...texts, pattern: form.pattern, caseSensitive: form.case_sensitive });
  if (form.kind === "boolean") return llmTrait({ ...texts, kind: "boolean" });
  return llmTrait({ ...texts, kind: "score", minScore: form.min_score, maxScore: form.max_score });
}

/** What a trait has to say of an example, in words: it is told to whoever drafts again, and shown. */
export function wantedValue(trait: RubricTrait, kind: TraitExample["kind"]): string {
  const isHigh = (kind === "good") === isHigherBetter(trait);
  const middle = middleOf(trait);
  return middle === undefined ? String(isHigh) : `${isHigh ? "above" : "below"} ${middle}`;
}

/** True where the value that a trait was given is on the side where the example has to be. */
export function isWanted(trait: RubricTrait, kind: TraitExample["kind"], value: boolean | number): boolean {
  const isHigh = (kind === "good") === isHigherBetter(trait);
  const middle = middleOf(trait);
  if (middle === undefined) return value === isHigh;
  return typeof value === "number" && (isHigh ? value > middle : value < middle);
}

const isHigherBetter = (trait: RubricTrait): boolean =>
  !("higherIsBetter" in trait) || trait.higherIsBetter !== false;

/** Undefined for a trait that is true or false. */
function middleOf(trait: RubricTrait): number | undefined {
  if (trait.type !== "llm" || trait.kind !== "score") return undefined;
  return ((trait.minScore ?? 1) + (trait.maxScore ?? 5)) / 2;
}
