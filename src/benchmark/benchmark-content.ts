import type { JsonObject, JsonValue } from "../base/index.ts";
import type { JsonEntries } from "./json/json-tree.ts";
import type { Question } from "./question/question.ts";
import type { GlobalRubrics } from "./rubrics/rubrics.ts";
import type { HeldScenario } from "./scenarios/held-scenario.ts";

/** Something in a file that was kept but cannot be used as it stands. */
export interface CheckpointWarning {
  /** Null for what belongs to the whole benchmark. */
  readonly questionId: string | null;
  /** Such as `$.dataFeedElement[3].item.hasPart.programmingLanguage`, in YAML `line 7, column 5, questions[3].fields.dose`. */
  readonly path: string;
  readonly message: string;
  /** True: what stands there is in the checkpoint alone, and would be lost in another form. */
  readonly inFileOnly?: boolean | undefined;
}

/** What a benchmark says about itself, beside its questions, with the traits that apply to all of them. */
export interface BenchmarkHeader extends GlobalRubrics {
  readonly id: string | undefined;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** Text, or a Person object with a `name`. */
  readonly creator: JsonValue | undefined;
  readonly dateCreated: string;
  readonly dateModified: string;
  /** The user's own properties. */
  readonly customProperties: JsonObject;
  readonly scenarios: readonly HeldScenario[];
}

/** A file's root, empty where it is read only, and what was read from it, so that what did not change is written back as it was. */
interface PreservedRoot {
  readonly tree: JsonEntries;
  readonly asRead: BenchmarkHeader;
  /** The places of items that are no questions as they stand; they stay in the file. */
  readonly strangers: ReadonlySet<number>;
}

/** A benchmark as data: what a checkpoint holds. */
export interface BenchmarkContent extends BenchmarkHeader {
  readonly questions: readonly Question[];
  readonly warnings: readonly CheckpointWarning[];
  /** It was opened to be read only: what only its file holds is not kept, so it is never written. Default false. */
  readonly isReadOnly?: boolean | undefined;
  /** The file's root and what was read from it; absent for a new benchmark. */
  readonly preserved?: PreservedRoot | undefined;
  /** The text of the YAML file it was read from and what was read; only the writer of YAML looks at it. */
  readonly yaml?: { readonly text: string; readonly asRead: Omit<BenchmarkContent, "warnings"> } | undefined;
}
