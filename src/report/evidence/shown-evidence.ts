import { ownEntry } from "../../base/index.ts";
import type { Excerpt, RejectedExcerpt, VerificationResult } from "../../result/index.ts";
import { claimEvidence } from "./claim-evidence.ts";

/** One excerpt with its tag. */
export interface TaggedExcerpt extends Excerpt {
  /** `1`, or `1.2` for the second of several excerpts. */
  readonly tag: string;
}

/** What stands behind the value of one attribute of a template, or of one trait. */
export interface ShownEvidence {
  readonly kind: "attribute" | "trait";
  /** What its excerpts are: evidence that a judge quoted, or what the answer says and its contexts do not support. */
  readonly role: "evidence" | "unsupported";
  readonly name: string;
  /** From 1, attributes before traits. */
  readonly number: number;
  /** With text, in the judge's order. */
  readonly excerpts: readonly TaggedExcerpt[];
  /** What the judge quoted and code did not take for evidence, of every attempt. */
  readonly rejected: readonly RejectedExcerpt[];
  /** Why nothing was quoted, in the judge's words. */
  readonly explanations: readonly string[];
  readonly reasoning: string | null;
  /** How much the value may be invented; null where nothing was looked up. */
  readonly risk: string | null;
  /** True: the result lists it among those without valid excerpts. */
  readonly lacksExcerpts: boolean;
  /** Further facts, such as how often excerpts were asked for again. */
  readonly notes: readonly string[];
}

type Fields = Omit<ShownEvidence, "number" | "excerpts" | "explanations"> & {
  readonly found: readonly Excerpt[];
};

/** The evidence in a result: attributes of the template, then traits; last, what traits about retrieval found. */
export function listEvidence(
  result: Pick<VerificationResult, "deepJudgment" | "deepJudgmentRubric" | "rubric">,
): readonly ShownEvidence[] {
  return [...attributesOf(result), ...traitsOf(result), ...claimsOf(result)].map(
    ({ found, ...fields }, at) => {
      const number = at + 1;
      const quoted = found.filter(({ text }) => text.trim() !== "");
      return {
        ...fields,
        number,
        excerpts: quoted.map((excerpt, place) => ({
          ...excerpt,
          tag: quoted.length > 1 ? `${number}.${place + 1}` : String(number),
        })),
        explanations: found.flatMap(({ text, explanation }) =>
          text.trim() === "" && explanation ? [explanation] : [],
        ),
      };
    },
  );
}

function attributesOf({ deepJudgment }: Pick<VerificationResult, "deepJudgment">): readonly Fields[] {
  if (deepJudgment === null) return [];
  const { extractedExcerpts, attributeReasoning, hallucinationRiskAssessment, attributesWithoutExcerpts } =
    deepJudgment;
  return namesIn(extractedExcerpts, attributeReasoning, attributesWithoutExcerpts).map((name) => ({
    kind: "attribute",
    role: "evidence",
    name,
    found: ownEntry(extractedExcerpts, name) ?? [],
    rejected: ownEntry(deepJudgment.rejectedExcerpts, name) ?? [],
    reasoning: ownEntry(attributeReasoning, name) || null,
    risk: ownEntry(hallucinationRiskAssessment, name) ?? null,
    lacksExcerpts: attributesWithoutExcerpts?.includes(name) ?? false,
    notes: [],
  }));
}

function traitsOf({ deepJudgmentRubric }: Pick<VerificationResult, "deepJudgmentRubric">): readonly Fields[] {
  if (deepJudgmentRubric === null) return [];
  const {
    extractedRubricExcerpts,
    rubricTraitReasoning,
    rubricHallucinationRiskAssessment,
    traitsWithoutValidExcerpts,
    traitMetadata,
  } = deepJudgmentRubric;
  const names = namesIn(
    traitMetadata,
    extractedRubricExcerpts,
    rubricTraitReasoning,
    traitsWithoutValidExcerpts,
  );
  return names.map((name) => {
    const metadata = ownEntry(traitMetadata, name);
    const retries = metadata?.excerptRetryCount ?? 0;
    return {
      kind: "trait",
      role: "evidence",
      name,
      found: ownEntry(extractedRubricExcerpts, name) ?? [],
      rejected: ownEntry(deepJudgmentRubric.rejectedRubricExcerpts, name) ?? [],
      reasoning: ownEntry(rubricTraitReasoning, name) || null,
      risk: ownEntry(rubricHallucinationRiskAssessment, name)?.overallRisk ?? null,
      lacksExcerpts: traitsWithoutValidExcerpts?.includes(name) ?? false,
      notes: [
        ...(retries > 0
          ? [`excerpts were asked for again ${retries === 1 ? "once" : `${retries} times`}`]
          : []),
        ...(metadata?.error ? [`failed: ${metadata.error}`] : []),
      ],
    };
  });
}

function claimsOf(result: Pick<VerificationResult, "rubric">): readonly Fields[] {
  return claimEvidence(result).map((own) => ({
    ...own,
    kind: "trait",
    role: "unsupported",
    rejected: [],
    reasoning: null,
    risk: null,
    lacksExcerpts: false,
  }));
}

function namesIn(
  ...sources: readonly (readonly string[] | { readonly [name: string]: unknown } | null)[]
): readonly string[] {
  const names = sources.flatMap((source) => (Array.isArray(source) ? source : Object.keys(source ?? {})));
  return [...new Set<string>(names)];
}
