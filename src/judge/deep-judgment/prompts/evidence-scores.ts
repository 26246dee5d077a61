import { jsonSection, type Prompt, section } from "../../../prompt/index.ts";
import type { Excerpt } from "../../../result/index.ts";
import type { LLMRubricTrait } from "../../../rubric/index.ts";
import {
  contextsRule,
  criteriaOf,
  materialRule,
  severalTraits,
  valueTypeOf,
  valueTypes,
} from "../../../rubric/index.ts";
import type { JudgedSource } from "../../../trace/index.ts";

/** A trait and what was found about it in an answer. */
export interface TraitEvidence {
  readonly trait: LLMRubricTrait;
  /** Quotes from the answer; empty: none were asked for. */
  readonly excerpts: readonly Excerpt[];
  /** Empty: there is none. */
  readonly reasoning: string;
}

/** What a judge reads to decide on traits from evidence. */
interface EvidenceScoresInput {
  readonly question: string;
  /** What the evidence was found in, where it is none that the model wrote. */
  readonly source?: JudgedSource | undefined;
  /** One trait, or several in one call. */
  readonly traits: readonly TraitEvidence[];
}

const evidenceRules = `How to judge:
- The answer itself is not shown. What is known of it stands with each trait: "excerpts" are quotes from the answer, "reasoning" weighs them, or the whole answer, without naming a value. A trait may have only one of the two.
- Go by the criteria and by this evidence alone. What you know of the subject, what else the answer may hold and what is usual for such answers do not count.
- Give the value that the conclusion of the reasoning calls for. Where the reasoning says what its excerpts do not bear out, the excerpts count; without reasoning, weigh the excerpts yourself.
- An excerpt of high confidence speaks directly, one of low confidence weakly. "hallucination_risk" is how little a search outside the answer supported an excerpt: let it weigh where the criteria ask whether the answer is right or can be relied on, not where they ask about its form.
- No value is the default: when the evidence is divided, its weightier side decides. The same evidence earns the same value every time.`;

/** Decides on traits from the evidence that was found in an answer. */
export function evidenceScoresPrompt({ question, source, traits }: EvidenceScoresInput): Prompt {
  const present = valueTypes
    .filter((type) => traits.some(({ trait }) => valueTypeOf(trait) === type))
    .map(({ texts }) => texts);
  const several = traits.length > 1;
  const rules = [
    ...contextsRule({ source }),
    ...present.flatMap((texts) => texts.evidenceRules ?? texts.rules ?? []),
    ...(several ? [severalTraits] : []),
  ];
  const [task, reply] = several
    ? ["several qualities of an answer, its traits,", present.map(({ among }) => `\n- ${among}`).join("")]
    : ["one quality of an answer, a trait,", ` ${present.map(({ alone }) => alone).join("")}`];
  return {
    system: `You decide on ${task} from evidence that was found in the answer.

${[evidenceRules, ...rules].join("\n")}

${materialRule}
Reply with the JSON object alone:${reply}`,
    user: [section("question", question), jsonSection("traits", traits.map(describeTrait))].join("\n\n"),
  };
}

function describeTrait({ trait, excerpts, reasoning }: TraitEvidence) {
  const { name: kind, texts } = valueTypeOf(trait);
  return {
    name: trait.name,
    kind,
    criteria: criteriaOf(trait),
    ...texts.known(trait),
    ...(excerpts.length > 0 && { excerpts: excerpts.map(describeExcerpt) }),
    ...(reasoning !== "" && { reasoning }),
  };
}

function describeExcerpt({ text, confidence, hallucinationRisk, hallucinationJustification }: Excerpt) {
  return {
    text,
    confidence,
    ...(hallucinationRisk && { hallucination_risk: hallucinationRisk }),
    ...(hallucinationJustification && { because: hallucinationJustification }),
  };
}
