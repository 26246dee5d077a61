import type { Excerpt } from "../../result/index.ts";
import type { LLMRubricTrait } from "../../rubric/index.ts";
import type { Prompt } from "../assemble.ts";
import { type KindName, kindName } from "../rubric/kind-name.ts";
import { section } from "../section.ts";
import { criteriaOf, jsonSection } from "./rubric-material.ts";
import { classRules, materialRule, scaleRules, severalTraits } from "./rubric-rules.ts";
import { scaleText } from "./rubric-scale.ts";

/** A trait and what was found about it in an answer. */
export interface TraitEvidence {
  readonly trait: LLMRubricTrait;
  /** Quotes from the answer; empty: none were asked for. */
  readonly excerpts: readonly Excerpt[];
  /** Empty: there is none. */
  readonly reasoning: string;
}

/** What a judge reads to decide on traits from evidence. */
export interface EvidenceScoresInput {
  readonly question: string;
  /** One trait, or several in one call. */
  readonly traits: readonly TraitEvidence[];
}

const evidenceRules = `How to judge:
- The answer itself is not shown. What is known of it stands with each trait: "excerpts" are quotes from the answer, "reasoning" weighs them, or the whole answer, without naming a value. A trait may have only one of the two.
- Go by the criteria and by this evidence alone. What you know of the subject, what else the answer may hold and what is usual for such answers do not count.
- Give the value that the conclusion of the reasoning calls for. Where the reasoning says what its excerpts do not bear out, the excerpts count; without reasoning, weigh the excerpts yourself.
- An excerpt of high confidence speaks directly, one of low confidence weakly. "hallucination_risk" is how little a search outside the answer supported an excerpt: let it weigh where the criteria ask whether the answer is right or can be relied on, not where they ask about its form.
- No value is the default: when the evidence is divided, its weightier side decides. The same evidence earns the same value every time.`;

const fieldRules = `- Fill in every field of a form. Its description says what to record and in which form.
- Where there is no evidence for a field, record its most cautious value: null where null is allowed, else false, an empty text, an empty list or the smallest number allowed. Never guess.`;

/** How traits of one kind are decided on. */
interface KindTexts {
  readonly rules: string | null;
  /** What the reply holds for one trait alone. */
  readonly alone: string;
  /** What it holds for such traits among several. */
  readonly among: string;
  /** What the judge has to know of the trait beside its criteria. */
  known(trait: LLMRubricTrait): object;
}

const kinds: { readonly [Kind in KindName]: KindTexts } = {
  boolean: {
    rules: null,
    alone: `"result" is true when the answer meets the criteria of the trait, false when it does not.`,
    among: `"scores" holds for each trait of kind boolean, under its name, true when the answer meets its criteria, false when it does not.`,
    known: () => ({}),
  },
  score: {
    rules: scaleRules,
    alone: `"score" is a whole number of the scale.`,
    among: `"scores" holds for each trait of kind score, under its name, a whole number of its scale.`,
    known: (trait) => ({ scale: scaleText(trait) }),
  },
  literal: {
    rules: classRules,
    alone: `"classification" is the name of the class.`,
    among: `"classifications" holds one entry for each trait of kind literal, "trait_name" its name and "class_name" the name of one of its own classes.`,
    known: ({ classes }) => ({ classes }),
  },
  template: {
    rules: fieldRules,
    alone: "the filled form.",
    among: `"fields" holds for each trait of kind template, under its name, its filled form.`,
    known: () => ({}),
  },
};

/** Decides on traits from the evidence that was found in an answer. */
export function evidenceScoresPrompt({ question, traits }: EvidenceScoresInput): Prompt {
  const present = Object.entries(kinds).flatMap(([name, texts]) =>
    traits.some(({ trait }) => kindName(trait) === name) ? [texts] : [],
  );
  const several = traits.length > 1;
  const rules = [...present.flatMap(({ rules: own }) => own ?? []), ...(several ? [severalTraits] : [])];
  const [task, reply] = several
    ? ["several qualities of an answer, its traits,", present.map(({ among }) => `\n- ${among}`).join("")]
    : ["one quality of an answer, a trait,", ` ${present.map(({ alone }) => alone).join("")}`];
  return {
    system: `You decide on ${task} from evidence that was found in the answer.

${[evidenceRules, ...rules].join("\n")}

${materialRule}
Reply with the JSON object alone:${reply}`,
    user: [section("question", question), jsonSection("traits", traits.map(asked))].join("\n\n"),
  };
}

function asked({ trait, excerpts, reasoning }: TraitEvidence) {
  const kind = kindName(trait);
  return {
    name: trait.name,
    kind,
    criteria: criteriaOf(trait),
    ...kinds[kind].known(trait),
    ...(excerpts.length > 0 && { excerpts: excerpts.map(shown) }),
    ...(reasoning !== "" && { reasoning }),
  };
}

function shown({ text, confidence, hallucinationRisk, hallucinationJustification }: Excerpt) {
  return {
    text,
    confidence,
    ...(hallucinationRisk && { hallucination_risk: hallucinationRisk }),
    ...(hallucinationJustification && { because: hallucinationJustification }),
  };
}
