import type { LLMRubricTrait } from "../../rubric/index.ts";
import { criteriaOf } from "../../rubric/index.ts";
import type { EvidenceItem } from "./evidence-item.ts";
import type { TraitDeepJudgment } from "./rubric-deep-judgment.ts";

/** A trait that is judged from evidence. */
export interface TraitItem extends EvidenceItem {
  readonly trait: LLMRubricTrait;
  readonly settings: TraitDeepJudgment;
}

/** A trait as something that evidence is looked for. */
export function traitItem(trait: LLMRubricTrait, settings: TraitDeepJudgment): TraitItem {
  return { name: trait.name, guidance: guidanceOf(trait), settings, trait };
}

/** The criteria, and what the trait's value is made of, where that says what to look for: its classes or fields. */
function guidanceOf(trait: LLMRubricTrait): string {
  const classes = (trait.classes ?? []).map(({ name, description }) => ({ name, description }));
  const parts = classes.length > 0 ? classes : fieldsOf(trait.kind);
  const heading = classes.length > 0 ? "It will be sorted into one of these classes:" : "It will be asked:";
  const list = parts.map(({ name, description }) => `- ${name}${description && `: ${description}`}`);
  return [criteriaOf(trait), ...(list.length > 0 ? [heading, ...list] : [])].join("\n");
}

function fieldsOf(kind: LLMRubricTrait["kind"]): readonly { name: string; description: string }[] {
  if (typeof kind === "string") return [];
  const { properties } = kind.schema;
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).map(([name, property]: [string, unknown]) => {
    const described = typeof property === "object" && property !== null && "description" in property;
    const description = described ? property.description : "";
    return { name, description: typeof description === "string" ? description : "" };
  });
}
