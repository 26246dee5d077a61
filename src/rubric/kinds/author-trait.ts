import { KareninaError } from "../../base/index.ts";
import type { JudgedSource } from "../../trace/index.ts";
import { issueTexts } from "../issue-text.ts";
import type { FieldProblem } from "../values/value-type.ts";
import type { TraitBase, TraitKind } from "./trait-kind.ts";

/** Texts every author may give a trait. */
export interface TraitTexts {
  /** Unique in its rubric, without ".". */
  readonly name: string;
  /** The criteria, as the judge is told. */
  readonly description?: string | null;
  /** A short name of what the trait is about; dynamic rubrics ask for it. */
  readonly summary?: string | null;
}

/** Which text a trait is judged on. */
export interface JudgedText {
  /**
   * `answer`: the final message; `trace`: everything the model said and did; `contexts`: the passages that were looked up
   * for the answer. Default: final message or whole trace, as `useFullTraceForRubric` says.
   */
  readonly judge?: JudgedSource;
}

/**
 * A trait from what its author wrote, checked and completed; `problems` are those that only authors must avoid.
 *
 * @throws KareninaError `invalid_input`, naming the trait and every field that is wrong
 */
export function authorTrait<Trait extends TraitBase, Input extends { readonly name: string }>(
  kind: TraitKind<Trait>,
  input: Input,
  problems: readonly FieldProblem[] = [],
): Trait {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const checked = kind.schema.safeParse(given, { reportInput: true });
  const issues = checked.success ? [] : issueTexts(checked.error);
  const isNew = ({ field }: FieldProblem) => !issues.some((issue) => issue.field === field);
  const found = [...issues, ...problems.filter(isNew)];
  if (checked.success && found.length === 0) return checked.data;
  const texts = found.map(({ field, message }) => `${field}: ${message}`);
  const title = `${kind.title} ${JSON.stringify(input.name)}`;
  const [only] = texts;
  const message =
    texts.length === 1 ? `${title}, ${only}` : `${title}:${texts.map((text) => `\n- ${text}`).join("")}`;
  throw new KareninaError("invalid_input", message);
}
