import { type AnswerTemplate, acceptsNull, type Composition, judgedFields } from "../../template/index.ts";

/** What an answer has to say something for, as far as a template can be filled and decided without the rest. */
interface NeededFields {
  readonly fields: readonly string[];
  /** Of each list so many, where the strategy leaves a choice; one entry a line. */
  readonly choices: readonly string[];
}

/**
 * The fields that an answer cannot leave open. One that may be null, that is optional, or that the strategy can do without is
 * not among them; fields that are looked for in the trace are nobody's to state.
 */
export function neededFields(template: AnswerTemplate): NeededFields {
  const stated = judgedFields(template).filter(({ required, schema }) => required && !acceptsNull(schema));
  const names = stated.map(({ name }) => name);
  if (template.strategy === undefined || template.verify !== undefined) return { fields: names, choices: [] };
  const extracted = stated.flatMap(({ name, verification }) => (verification === undefined ? [name] : []));
  const needs = allNeeds(template.strategy, names);
  return {
    fields: [...new Set([...extracted, ...needs.flatMap((need) => ("field" in need ? [need.field] : []))])],
    choices: needs.flatMap((need) => ("field" in need ? [] : [needText(need)])),
  };
}

type Need =
  | { readonly field: string }
  | { readonly least: number; readonly of: readonly (readonly Need[])[] };

/** What a node of the strategy needs, all of it; nothing where the node can pass without any field being stated. */
function allNeeds(node: Composition, stated: readonly string[]): readonly Need[] {
  if (node.type === "field_check") return stated.includes(node.field) ? [{ field: node.field }] : [];
  const needs = node.conditions.map((condition) => allNeeds(condition, stated));
  if (node.type === "all_of") return needs.flat();
  const costly = needs.filter((need) => need.length > 0);
  const least = (node.type === "any_of" ? 1 : node.n) - (needs.length - costly.length);
  if (least <= 0) return [];
  return least >= costly.length ? costly.flat() : [{ least, of: costly }];
}

function needText(need: Need): string {
  if ("field" in need) return need.field;
  const options = need.of.map((all) => {
    const texts = all.map(needText);
    return texts.length === 1 ? texts[0] : `(${texts.join(" and ")})`;
  });
  return `at least ${need.least} of: ${options.join(", ")}`;
}
