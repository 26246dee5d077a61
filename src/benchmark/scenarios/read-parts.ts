import * as z from "zod";
import { nearestName } from "../../base/index.ts";
import {
  type AskedQuestion,
  END,
  type OutcomeCriterion,
  type ScenarioDefinition,
  type ScenarioEdge,
  type ScenarioNode,
  type ScenarioProblem,
} from "../../scenario/index.ts";
import type { Question } from "../question/question.ts";
import { scenarioErrors } from "./scenario-problems.ts";

/** A scenario as far as it could be read. A part that could not stands in its place with what is known of it. */
export interface ReadParts extends Pick<ScenarioDefinition, "name" | "turnLimit"> {
  /** Undefined: not known. */
  readonly entryNode: string | undefined;
  readonly nodes: readonly (ScenarioNode<Question> | Pick<ScenarioNode, "id">)[];
  /** Undefined: nothing is known of them, or of one. */
  readonly edges: readonly (ScenarioEdge | Pick<ScenarioEdge, "source" | "target"> | undefined)[] | undefined;
  readonly outcomes: readonly (OutcomeCriterion | Pick<OutcomeCriterion, "name"> | undefined)[];
}

/** What is wrong with the graph and the criteria of a scenario whatever is meant where it could not be read. */
export function partErrors({
  entryNode,
  nodes,
  edges,
  outcomes,
  ...named
}: ReadParts): readonly ScenarioProblem[] {
  const ids = nodes.map(({ id }) => id);
  const entry = entryNode ?? ids[0] ?? "";
  const known = ids.includes(entry) ? entry : (ids[0] ?? "");
  const free = (source: string, target: string): ScenarioEdge => ({ source, target, when: [] });
  const isWhole = entryNode !== undefined && edges?.every((edge) => edge !== undefined) === true;
  // what is not known may begin and lead anywhere
  const anywhere = isWhole ? [] : ids.flatMap((id) => [free(known, id), free(id, END)]);
  return scenarioErrors({
    ...named,
    description: "",
    metadata: {},
    entryNode: entry,
    nodes: nodes.map((node): ScenarioNode<AskedQuestion> => ({ question: unread, metadata: {}, ...node })),
    edges: [...(edges ?? []).map((edge) => ({ when: [], ...(edge ?? free(known, END)) })), ...anywhere],
    outcomes: outcomes.flatMap((outcome) => (outcome === undefined ? [] : { description: "", ...outcome })),
  });
}

const unread: AskedQuestion = { question: "?" };

/**
 * What of an object fits its form, each key by itself, and the keys that nothing is known of: what they hold does not fit, or they are
 * missing where another key may be them, misspelt.
 */
export function fittingParts<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  value: { readonly [key: string]: unknown },
): {
  readonly parts: { readonly [Key in keyof Shape]?: z.output<Shape[Key]> };
  readonly unknown: ReadonlySet<string>;
} {
  const keys = Object.keys(shape);
  const misspelt = Object.keys(value).flatMap((key) =>
    Object.hasOwn(shape, key) ? [] : [nearestName(key, keys)],
  );
  const mayBe = (key: string) => misspelt.some((meant) => meant === undefined || meant === key);
  const read = Object.entries(shape as z.core.$ZodLooseShape).map(
    ([key, form]) => [key, z.safeParse(form, value[key])] as const,
  );
  const unknown = read.filter(([key, { success }]) => !success || (value[key] === undefined && mayBe(key)));
  return {
    // each is of its key's form
    parts: Object.fromEntries(read.flatMap(([key, one]) => (one.success ? [[key, one.data]] : []))) as never,
    unknown: new Set(unknown.map(([key]) => key)),
  };
}
