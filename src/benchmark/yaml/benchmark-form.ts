import * as z from "zod";
import { AnyJson, AnyJsonObject, type JsonValue, recordOf } from "../../base/index.ts";
import { JudgedSource } from "../../trace/index.ts";
import { AttachmentPaths, ConversationTurns, SystemPromptText } from "../question/conversation.ts";
import { isInsidePath } from "../question/workspace-path.ts";
import { TypeForm } from "./field-type.ts";

/** The version of the form that is written and read. */
export const formVersion = 1;

const Text = z.string().min(1, "expected non-empty text");
const Scalar = z.union([z.string(), z.number(), z.boolean()]);

/** How a value is compared; read by `readCheck`. A schema of its own, so that the JSON Schema knows its places. */
export const CheckForm = AnyJson.describe("How the value is compared");
/** One trait; read by `readTrait`. */
export const TraitForm = AnyJson.describe("A quality that answers are judged by");

const truthAbout = "What is right: the value of the ground truth";

/** A ground truth with a check of its own, in one case of a conditional one. */
export const CaseForm = z.strictObject({
  truth: AnyJson.describe(truthAbout),
  check: CheckForm.optional(),
});

const casesAbout = "A value, or { truth, check }";

/** A ground truth that depends on what an earlier turn of a scenario found. */
const ConditionalForm = z.strictObject({
  source: Text.describe("Where the value stands that decides, such as node_results.triage.parsed.severity"),
  cases: recordOf(AnyJson).describe(`The ground truth by that value. ${casesAbout}`),
  default: AnyJson.describe(`The ground truth for all other values. ${casesAbout}`),
});
export type ConditionalForm = z.infer<typeof ConditionalForm>;

/** A field of an answer template. */
export const FieldForm = z.strictObject({
  type: TypeForm.optional().describe("What the judge fills in; left out, it follows from the ground truth"),
  schema: AnyJsonObject.optional().describe("The type as JSON Schema, where there is no word for it"),
  description: Text.optional().describe("What the judge is to find in the answer"),
  truth: AnyJson.optional().describe(`${truthAbout}. A field without one is filled in and not checked`),
  conditional_truth: ConditionalForm.optional().describe("A ground truth that depends on an earlier turn"),
  check: CheckForm.optional(),
  weight: z.number().optional().describe("Share in the granular score; default 1"),
  hint: z.string().optional().describe("Advice to the judge"),
  required: z.boolean().optional().describe("False: the judge may leave the field out; default true"),
});
export type FieldForm = z.infer<typeof FieldForm>;

/** Which fields have to pass. */
export type PassForm =
  | string
  | { readonly all_of: readonly PassForm[] }
  | { readonly any_of: readonly PassForm[] }
  | { readonly at_least: number; readonly of: readonly PassForm[] };

const PassForm: z.ZodType<PassForm> = z
  .lazy(() => {
    const children = z.array(PassForm).min(1);
    return z.union(
      [
        z.string(),
        z.strictObject({ all_of: children.describe("All of these pass") }),
        z.strictObject({ any_of: children.describe("At least one of these passes") }),
        z.strictObject({
          at_least: z.int().min(1).describe("So many of these pass"),
          of: children.describe("What is counted"),
        }),
      ],
      { error: "expected the name of a field, { all_of: [] }, { any_of: [] } or { at_least: n, of: [] }" },
    );
  })
  .meta({ id: "pass" });

const RegexForm = z.strictObject({
  pattern: z.string().describe("A regular expression in Python's dialect, searched in the whole trace"),
  expected: AnyJson.describe("What the matches are compared with"),
  match: z
    .enum(["exact", "contains", "count", "all"])
    .optional()
    .describe(
      "exact (default): one match, equal to it; contains: among them; count: so many; all: all these",
    ),
});

const Example = z.strictObject({ question: z.string(), answer: z.string() });
const Keywords = z.array(z.string()).describe("Words to select questions by");
const Traits = z.array(TraitForm);

const author = AnyJson.optional().describe("Who wrote it: text, or an object with a name");
const sources = AnyJson.optional().describe("Where it comes from");
const finished = z.boolean().optional().describe("False while the question is a draft; default true");

/** One question. */
export const QuestionForm = z.strictObject({
  question: Text.describe("What the answering model is asked"),
  id: Text.optional().describe("Default: made from the question's text"),
  answer: z
    .union([Scalar, z.array(Scalar)])
    .describe("The reference answer; with check, also the ground truth"),
  check: CheckForm.optional(),
  type: TypeForm.optional().describe("Of the answer, with check; left out, it follows from the answer"),
  description: Text.optional().describe("What the judge is to find, with check"),
  hint: z.string().optional().describe("Advice to the judge, with check"),
  fields: recordOf(AnyJson)
    .optional()
    .describe("The template's fields: a shared one with its ground truth, or one of this question"),
  judge: JudgedSource.optional().describe(
    "What the judge fills the fields in from; default: what the run judges templates on",
  ),
  pass: PassForm.optional().describe("Which fields have to pass; default all"),
  regex: recordOf(RegexForm).optional().describe("Checks of the whole trace, by name"),
  template_name: z.string().optional().describe("Default Answer"),
  code: z
    .strictObject({ language: z.string(), text: z.string() })
    .optional()
    .describe("A template written as code, in place of check and fields"),
  rubric: Traits.optional().describe("Qualities that answers to this question are judged by"),
  dynamic_rubric: Traits.optional().describe("The same for answers that touch what a trait is about"),
  keywords: Keywords.optional(),
  few_shot: z.array(Example).optional().describe("Examples that the answering model is shown"),
  messages: ConversationTurns.optional().describe("What was said before the question, the oldest first"),
  system_prompt: SystemPromptText.optional().describe(
    "What the answering model is told in place of its own system prompt",
  ),
  attachments: AttachmentPaths.optional().describe(
    "Pictures, PDF and text files that go with the question: paths inside the folder of this file",
  ),
  answer_notes: z.string().optional().describe("What a judge should know about the reference answer"),
  author,
  sources,
  metadata: AnyJsonObject.optional().describe("Your own keys"),
  workspace_path: z
    .string()
    .refine(isInsidePath, "expected a relative path inside the workspace")
    .optional()
    .describe("Folder of the question's files, inside the workspace root"),
  finished,
  created: z.string().optional().describe("When it was written; ISO 8601"),
  modified: z.string().optional().describe("When it was changed last; ISO 8601"),
});
export type QuestionForm = z.infer<typeof QuestionForm>;

/** The keys of a question that say how its answer is checked, beside `answer`. */
export const templateKeys = [
  ...(["check", "type", "description", "hint", "fields"] as const),
  ...(["judge", "pass", "regex", "template_name", "code"] as const),
] as const satisfies readonly (keyof QuestionForm)[];

const DefaultsForm = z.strictObject({
  check: CheckForm.optional(),
  keywords: Keywords.optional(),
  author,
  sources,
  finished,
});
export type DefaultsForm = z.infer<typeof DefaultsForm>;

const PersonForm = z.looseObject({
  name: Text,
  url: z.string().nullish(),
  email: z.string().nullish(),
});

/** One scenario; read by `readScenarioForm`. */
export const ScenarioEntry = AnyJsonObject.describe("A conversation: nodes, and the ways between them");

/** A benchmark as people write it. */
export const BenchmarkForm = z.strictObject({
  karenina: z.literal(formVersion).describe("The version of this form"),
  name: Text.describe("What the benchmark is called"),
  description: z.string().optional().describe("What it measures"),
  version: z.string().optional().describe("Of the benchmark; default 0.1.0"),
  creator: z
    .union([z.string(), PersonForm, z.null()])
    .optional()
    .describe("Who made it: text, or an object with name, url and email"),
  id: Text.optional().describe("Identifies the benchmark in other programs"),
  created: z.string().optional().describe("When it was made; ISO 8601. Default: the date of the file"),
  modified: z
    .string()
    .optional()
    .describe("When it was changed last; ISO 8601. Default: the date of the file"),
  properties: AnyJsonObject.optional().describe("Your own keys"),
  defaults: DefaultsForm.optional().describe("What each question has unless it says otherwise"),
  fields: recordOf(FieldForm).optional().describe("Fields that questions use by name"),
  rubric: Traits.optional().describe("Qualities that all answers are judged by"),
  dynamic_rubric: Traits.optional().describe("The same for answers that touch what a trait is about"),
  questions: z.array(AnyJson).optional().describe("The questions"),
  scenarios: z.array(ScenarioEntry).optional().describe("Conversations: graphs of questions"),
});
export type BenchmarkForm = z.infer<typeof BenchmarkForm>;

/** A reference answer as text; lists with commas. */
export function answerText(answer: JsonValue): string {
  return Array.isArray(answer) ? answer.map(String).join(", ") : String(answer);
}
