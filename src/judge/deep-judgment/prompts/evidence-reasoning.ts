import { type Prompt, section } from "../../../prompt/index.ts";
import type { Excerpt, HallucinationRisk } from "../../../result/index.ts";
import { contextsRule, judgedSection } from "../../../rubric/index.ts";
import type { JudgedSource } from "../../../trace/index.ts";
import type { EvidenceItem, EvidenceKind } from "../evidence-item.ts";
import { evidenceRule, itemsSection, itemWords } from "./evidence-material.ts";

/** What a judge reads to weigh evidence. */
export interface EvidenceReasoningInput {
  readonly kind: EvidenceKind;
  readonly items: readonly EvidenceItem[];
  readonly question: string;
  /** The whole answer, where no excerpts were looked for; null: go by the excerpts. */
  readonly answer: string | null;
  /** What that text is, where it is none that the model wrote. */
  readonly source?: JudgedSource | undefined;
  /** By item; null: none were looked for. */
  readonly excerpts: ReadonlyMap<string, readonly Excerpt[]> | null;
  /** By item, where excerpts were looked up outside the answer. */
  readonly risks: ReadonlyMap<string, HallucinationRisk>;
}

const whatToWrite: { readonly [kind in EvidenceKind]: string } = {
  attribute: `- Write two or three sentences for each attribute: what the evidence says (Evidence), how it is to be read where it is unclear or at odds with itself (Interpretation), and what the answer therefore states (Conclusion).
- Go by what the answer says, whether or not it is right. You are not asked to correct it or to answer the question yourself.`,
  trait: `- Write three parts for each trait: Evidence, what speaks for and what speaks against; Interpretation, what that means by the criteria; Conclusion, one sentence.
- Give no score, no class and no label: that is decided later, by your reasoning. When the evidence is balanced, say so.
- Go by the criteria alone. Length, tone and confidence earn nothing by themselves.`,
};

const excerptRule = `- Your evidence is the excerpts, which were quoted word for word from the answer. One of low confidence weighs less. Where there is no excerpt, say that nothing was found and why, if a reason is given.`;
const answerRule = `- Your evidence is the answer. Name the passages you go by.`;

const riskRules: { readonly [kind in EvidenceKind]: string } = {
  attribute: `- A hallucination risk says how far other sources bear an excerpt out, not what the answer states: mention it, and go on going by what the answer states.`,
  trait: `- A hallucination risk says how far other sources bear an excerpt out: a claim that is likely to be invented weighs less where the criteria ask about content.`,
};

/** Weighs the evidence for attributes or traits. */
export function evidenceReasoningPrompt(input: EvidenceReasoningInput): Prompt {
  const { kind, items, question, answer, excerpts, risks } = input;
  const { many, explained } = itemWords[kind];
  const rules = [
    ...(excerpts === null ? [] : [excerptRule]),
    ...(answer === null ? [] : [answerRule]),
    ...(risks.size > 0 ? [riskRules[kind]] : []),
    whatToWrite[kind],
    ...contextsRule(input),
  ];
  return {
    system: `You weigh the evidence that an answer to a question holds for ${explained}.

Rules:
${rules.join("\n")}

${evidenceRule}
Reply with the JSON object alone: "reasoning" holds an entry for each of the ${many}, under its name exactly as it stands. Leave none out.`,
    user: [
      section("question", question),
      ...(answer === null ? [] : [judgedSection(input, answer)]),
      itemsSection(kind, items, ({ name }) => evidenceOf(excerpts?.get(name), risks.get(name))),
    ].join("\n\n"),
  };
}

/** An item's excerpts and overall risk, as a judge is shown them; nothing where none were looked for. */
export function evidenceOf(
  excerpts: readonly Excerpt[] | undefined,
  risk: HallucinationRisk | undefined,
): object {
  if (excerpts === undefined) return {};
  const quoted = excerpts.filter(({ text }) => text !== "");
  const reason = excerpts.find(({ text, explanation }) => text === "" && explanation)?.explanation;
  return {
    excerpts: quoted.map((excerpt) => ({
      text: excerpt.text,
      confidence: excerpt.confidence,
      similarity: excerpt.similarityScore?.toFixed(3),
      hallucination_risk: excerpt.hallucinationRisk,
      justification: excerpt.hallucinationJustification,
    })),
    ...(quoted.length === 0 && { no_excerpts: reason ?? "none were found" }),
    ...(risk !== undefined && { overall_hallucination_risk: risk }),
  };
}
