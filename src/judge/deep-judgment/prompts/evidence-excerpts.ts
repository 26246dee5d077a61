import { type Prompt, section } from "../../../prompt/index.ts";
import { contextsRule, judgedSection } from "../../../rubric/index.ts";
import type { JudgedSource } from "../../../trace/index.ts";
import type { EvidenceItem, EvidenceKind } from "../evidence-item.ts";
import { evidenceRule, itemsSection, itemWords } from "./evidence-material.ts";

/** What a judge reads to quote evidence from an answer. */
export interface EvidenceExcerptsInput {
  readonly kind: EvidenceKind;
  readonly items: readonly EvidenceItem[];
  readonly question: string;
  /** The text the quotes must stand in. */
  readonly answer: string;
  /** What that text is, where it is none that the model wrote. */
  readonly source?: JudgedSource | undefined;
  /** What was wrong with the last reply to the same question; texts of others in it stand in sections. */
  readonly feedback?: string;
}

const whatCounts: { readonly [kind in EvidenceKind]: string } = {
  attribute: `- Quote what the answer states for the attribute, whether or not it is right. You are not asked to correct it or to answer the question yourself.
- When the answer weighs several possibilities, quote the one it settles on at the end.
- Confidence: high when the quote states it outright, medium when it implies it, low when it is a weak or indirect sign.
- When the answer holds nothing for an attribute, give one entry with an empty text, confidence none and an explanation that says why.`,
  trait: `- Quote what bears on the criteria of the trait, for or against. For a quality of the answer as a whole, quote the passages that show it best.
- Confidence: high when the quote shows it outright, medium when it implies it, low when it is a weak or indirect sign.
- Weak evidence is better than none: give it with confidence low. Leave the list empty only where no passage bears on the criteria at all.`,
};

const ownWords = `- The answer may be the record of an agent at work. Then quote only what the agent itself says: no call of a tool, no output of one, no thinking.`;

/** Quotes evidence from an answer. */
export function evidenceExcerptsPrompt(input: EvidenceExcerptsInput): Prompt {
  const { kind, items, question, answer, feedback } = input;
  const { one, many, explained } = itemWords[kind];
  return {
    system: `You read an answer that someone else gave to a question and quote from it the evidence for ${explained}.

Rules:
- Copy every quote from the answer character by character: no words left out or put in, nothing corrected, no ellipsis, no translation. Quotes are looked up in the answer, and one that is not there counts for nothing.
- Quote only the answer, never the question or what is said about the ${many}.
${items.some(({ settings }) => settings.sources === "messages") ? `${ownWords}\n` : ""}- Keep quotes short: a sentence, or the part of it that matters. Quotes of one ${one} are distinct, the strongest first, and no more than its "at_most".
${[whatCounts[kind], ...contextsRule(input)].join("\n")}

${evidenceRule}
Reply with the JSON object alone: "excerpts" holds for each of the ${many}, under its name exactly as it stands, the list of its quotes. Leave none out.`,
    user: [
      section("question", question),
      judgedSection(input, answer),
      itemsSection(kind, items, ({ settings }) => ({ at_most: settings.maxExcerpts })),
      ...(feedback === undefined ? [] : [feedback]),
    ].join("\n\n"),
  };
}
