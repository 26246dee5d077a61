import type { JsonObject, JsonValue } from "../../base/index.ts";
import type { QuestionInput } from "../../benchmark/index.ts";
import type { RubricTrait } from "../../rubric/index.ts";
import { type AnswerTemplate, templateFromData } from "../../template/index.ts";

/** Systems whose suites are read. */
export const suiteSystems = ["promptfoo", "inspect", "lm-eval", "deepeval", "ragas", "dataset"] as const;

/** `dataset`: rows with choices, as multiple-choice datasets of Hugging Face have them. */
export type SuiteSystem = (typeof suiteSystems)[number];

/** An answer that a file holds, as `karenina judge` reads it. */
export interface SuiteAnswer {
  readonly question_id?: string;
  readonly question: string;
  readonly answer: string;
  readonly model?: string;
  readonly contexts?: readonly string[];
}

/** Something that has no equivalent here. */
export interface LeftPart {
  /** Where it stands, such as `tests[2].assert[0]`. */
  readonly place: string;
  readonly what: string;
  /** What to do instead. */
  readonly suggestion: string;
}

/** A suite of another system as questions. */
export interface Suite {
  readonly system: SuiteSystem;
  readonly name: string;
  /** A question whose check is not all said here is not finished. */
  readonly questions: readonly QuestionInput[];
  /** Traits of all answers. */
  readonly rubric: readonly RubricTrait[];
  readonly answers: readonly SuiteAnswer[];
  readonly left: readonly LeftPart[];
}

/** A field of a template as data. */
export interface CheckedField {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly truth: JsonValue;
  readonly check: JsonObject;
  readonly weight?: number | undefined;
}

/** A template of fields that must all pass. */
export function templateOf(fields: readonly CheckedField[]): AnswerTemplate {
  return templateFromData({
    name: "Answer",
    fields: fields.map(({ name, description, schema, truth, check, weight }) => ({
      ...{ name, schema, description, required: true },
      verification: { groundTruth: truth, verifyWith: check, weight: weight ?? 1 },
    })),
    regex: {},
  });
}

/** A text as a name of letters, digits and underscores that no other has. */
export function nameOf(text: string, taken: ReadonlySet<string>): string {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/[^\p{ASCII}]/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 40);
  const name = /^[a-z]/.test(plain) ? plain : `check_${plain}`.replace(/_$/, "");
  for (let number = 2; ; number += 1) {
    const numbered = number === 2 ? name : `${name}_${number - 1}`;
    if (!taken.has(numbered)) return numbered;
  }
}

/** Letters by which choices are called. */
export const choiceLetter = (place: number): string => String.fromCharCode(65 + place);

/** A question with its choices below it, and what the answer must name. */
export function choiceQuestion(
  question: string,
  choices: readonly string[],
  right: readonly number[],
): Pick<QuestionInput, "question" | "rawAnswer" | "template" | "finished"> {
  const lines = choices.map((choice, place) => `${choiceLetter(place)}) ${choice}`);
  const letters = choices.map((_, place) => choiceLetter(place));
  const [first = 0] = right;
  const text = `${question}\n\n${lines.join("\n")}`;
  const rawAnswer = right.map((place) => `${choiceLetter(place)}) ${choices[place] ?? ""}`).join("; ");
  const field: CheckedField =
    right.length === 1
      ? {
          name: "choice",
          description: "The letter of the choice that the answer takes",
          schema: { type: "string", enum: letters },
          truth: choiceLetter(first),
          check: { type: "LiteralMatch" },
        }
      : {
          name: "choices",
          description: "The letters of the choices that the answer takes",
          schema: { type: "array", items: { type: "string", enum: letters } },
          truth: right.map(choiceLetter),
          check: { type: "SetContainment", mode: "exact" },
        };
  return { question: text, rawAnswer, template: templateOf([field]), finished: true };
}
