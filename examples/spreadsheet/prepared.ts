// What the recorded models say of a question: fields and checks, answers to try them on with what a judge reads in each, and the answer
// of the model under test. Forms of answers and their checks are those of `proposeTemplate`.
import { proposeTemplate, type Question, templateSpec } from "karenina";
import { otherNumbers, refusals, type Statement, statements, wrongItems, wrongTerms } from "./recorded.ts";

/** An answer, and what a judge reads in it, by field. */
export interface Read {
  readonly answer: string;
  readonly values: object;
}

/** What is prepared for a question. */
export interface Prepared {
  /** Drafts in their order; the last one is given again where another is asked for. */
  readonly drafts: readonly { readonly reason: string; readonly fields: readonly object[] }[];
  readonly paraphrases: readonly Read[];
  readonly wrong: readonly Read[];
  readonly refusal: Read;
  readonly half: readonly Read[];
  /** What the expected answer says. */
  readonly expected: Read;
  /** What the model under test says. */
  readonly tested: Read;
}

/** One field, the values of right and wrong answers, and how they are said. */
interface Simple {
  readonly field: string;
  readonly schema: object;
  readonly description: string;
  readonly truth: unknown;
  readonly check: object;
  /** The check of a first draft that does not do. */
  readonly poorCheck?: object | undefined;
  readonly reason: string;
  readonly rights: readonly (readonly [text: string, value: unknown])[];
  readonly wrongs: readonly (readonly [text: string, value: unknown])[];
  readonly halves?: readonly (readonly [text: string, value: unknown])[];
}

/** What is prepared for a question at its place in the table. */
export function prepare(question: Question, place: number): Prepared {
  const statement = statements[question.id];
  return statement === undefined ? simple(question, place) : stated(question, place, statement);
}

const nullable = (type: string, more: object = {}) => ({ type: [type, "null"], ...more });
/** Of eight models' worth of answers one is wrong. */
const isTestedWrong = (place: number) => place % 8 === 5;

function simple(question: Question, place: number): Prepared {
  const {
    field,
    schema,
    description,
    truth,
    check,
    poorCheck,
    reason,
    rights,
    wrongs,
    halves = [],
  } = describe(question, place);
  const draftWith = (verifyWith: object) => ({
    reason,
    fields: [
      {
        name: field,
        description,
        schema,
        verification: { ground_truth: truth, verify_with: verifyWith },
        reason,
      },
    ],
  });
  const read = (prefix: string, [text, value]: readonly [string, unknown]): Read => ({
    answer: `${prefix}${text}.`,
    values: { [field]: value },
  });
  const refusal = refusals[place % refusals.length] ?? "";
  const [[right, rightValue] = ["", null]] = rights;
  const [[wrong, wrongValue] = ["", null]] = wrongs;
  return {
    drafts: [...(poorCheck === undefined ? [] : [draftWith(poorCheck)]), draftWith(check)],
    paraphrases: rights.map((one, at) => read(at === 0 ? "It is " : "The answer is ", one)),
    wrong: wrongs.map((one, at) => read(at === 0 ? "It is " : "As far as I know, it is ", one)),
    refusal: { answer: refusal, values: { [field]: null } },
    half: halves.map((one) => read("", one)),
    expected: { answer: question.rawAnswer, values: { [field]: rightValue === null ? null : truth } },
    tested: isTestedWrong(place)
      ? { answer: `I would say ${wrong}.`, values: { [field]: wrongValue } }
      : { answer: `I would say ${right}.`, values: { [field]: rightValue } },
  };
}

function describe(question: Question, place: number): Simple {
  const { id, question: text, rawAnswer } = question;
  const proposal = proposeTemplate({ question: text, answer: rawAnswer, notes: question.answerNotes });
  if (proposal === undefined) throw new Error(`Nothing is proposed for ${id}.`);
  const spec = templateSpec(proposal.template) as unknown as { fields: readonly ProposedField[] };
  const [proposed] = spec.fields;
  const wrong = wrongTerms[id];
  if (proposed === undefined) throw new Error(`${id} has no field.`);
  const { reason } = proposal;
  if (wrong !== undefined) return term(question, place, { proposed, wrong, reason });
  const {
    description,
    verification: { ground_truth: truth, verify_with: check },
  } = proposed;
  const common = { field: proposed.name, description, truth, check, reason };
  if (typeof truth === "boolean") {
    const [right, other] = truth ? ["yes, it is so", "no, it is not"] : ["no, it is not so", "yes, it is"];
    return { ...common, schema: nullable("boolean"), rights: [[right, truth]], wrongs: [[other, !truth]] };
  }
  if (typeof truth === "number") return amount(question, place, { ...common, truth });
  if (Array.isArray(truth)) {
    const items = truth.map(String);
    const swapped = [...items.slice(0, -1), wrongItems[id] ?? ""];
    const lower = (list: readonly string[]) =>
      list.map((item) => (items.every((one) => one === one.toLowerCase()) ? item.toLowerCase() : item));
    const said = (list: readonly string[]) => `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;
    const turned = items.toReversed();
    return {
      ...common,
      schema: { type: ["array", "null"], items: { type: "string" } },
      rights: [[said(turned), turned]],
      wrongs: [[said(swapped), lower(swapped)]],
      halves: [[said(items.slice(0, -1)), items.slice(0, -1)]],
      ...(place % 4 === 0 && { poorCheck: { ...check, mode: "overlap" } }),
    };
  }
  return day(String(truth), common);
}

interface ProposedField {
  readonly name: string;
  readonly description: string;
  readonly verification: {
    readonly ground_truth: unknown;
    readonly verify_with: { readonly type: string; readonly normalize?: readonly unknown[] };
  };
}

/** A name or an identifier. Of every second one with other names the first draft does not know them; one is written in too many ways for its check. */
function term(
  { id, rawAnswer, question }: Question,
  place: number,
  {
    proposed,
    wrong,
    reason,
  }: { readonly proposed: ProposedField; readonly wrong: readonly string[]; readonly reason: string },
): Simple {
  const isOne = proposed.verification.verify_with.type === "ExactMatch";
  const check = isOne
    ? proposed.verification.verify_with
    : { type: "ExactMatch", normalize: ["lowercase", "strip"] };
  const mapping = (proposed.verification.verify_with.normalize ?? []).find(
    (step) => typeof step === "object",
  ) as { readonly mapping: Readonly<Record<string, string>> } | undefined;
  const other = id === "MAT-11" ? "exp(iπ) = -1" : Object.keys(mapping?.mapping ?? {})[0];
  const isPoor = mapping !== undefined && place % 2 === 0;
  return {
    ...{ field: isOne ? proposed.name : "name", schema: nullable("string"), truth: rawAnswer, check },
    description: isOne ? proposed.description : `The name that the answer gives to "${question}"`,
    reason: isOne ? reason : "A name: right where it is the same.",
    rights: [
      [other ?? rawAnswer, other ?? rawAnswer],
      ...(other === undefined ? [] : [[rawAnswer, rawAnswer] as const]),
    ],
    wrongs: wrong.map((name) => [name, name]),
    ...(isPoor && { poorCheck: { type: "ExactMatch", normalize: ["lowercase", "strip"] } }),
  };
}

/** A number. Where the notes give another one that is right, the first draft of every second is too strict. */
function amount(
  { id, rawAnswer }: Question,
  place: number,
  {
    truth,
    check,
    ...common
  }: {
    readonly truth: number;
    readonly check: object;
    readonly field: string;
    readonly description: string;
    readonly reason: string;
  },
): Simple {
  const other = otherNumbers[id];
  const isCount = other === undefined && Number.isInteger(truth) && truth < 1000 && !rawAnswer.includes(" ");
  const wrongs = isCount ? [truth + 2, truth * 2 + 1] : [truth * 1.25, truth * 10];
  const unit = rawAnswer.replace(/^[-−\d.,e]+\s*(?:billion|million)?\s*/, "");
  const said = (value: number) => `${value}${unit === "" ? "" : ` ${unit}`}`;
  const away = other === undefined ? 0 : Math.abs(other - truth) / Math.abs(truth);
  const wide = { type: "NumericTolerance", tolerance: Number((away * 1.5).toPrecision(2)) };
  return {
    ...common,
    truth,
    schema: nullable("number"),
    check: other === undefined ? check : wide,
    rights:
      other === undefined
        ? [[said(truth), truth]]
        : [
            [said(other), other],
            [said(truth), truth],
          ],
    wrongs: wrongs.map((value) => [said(Number(value.toPrecision(6))), Number(value.toPrecision(6))]),
    ...(other !== undefined && place % 2 === 0 && { poorCheck: { type: "NumericExact" } }),
  };
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

function day(
  truth: string,
  common: Pick<Simple, "field" | "description" | "truth" | "check" | "reason">,
): Simple {
  const [year = "", month = "", date = ""] = truth.split("-");
  const name = months[Number(month) - 1] ?? "";
  const later = `${Number(year) + 1}-${month}-${date}`;
  const next = new Date(Date.parse(`${truth}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return {
    ...common,
    schema: nullable("string", { format: "date" }),
    rights: [[`${Number(date)} ${name} ${year}`, truth]],
    wrongs: [
      [`${Number(date)} ${name} ${Number(year) + 1}`, later],
      [next, next],
    ],
    halves: [[`In ${name} ${year}`, null]],
  };
}

function stated(question: Question, place: number, { fields, right, wrong, half }: Statement): Prepared {
  const names = Object.keys(fields);
  const all = (value: boolean, but?: string) =>
    Object.fromEntries(names.map((name) => [name, name === but ? !value : value]));
  const reason =
    names.length === 1
      ? "One statement is what counts."
      : `${names.length} statements, each of which belongs to a full answer.`;
  const refusal = refusals[place % refusals.length] ?? "";
  return {
    drafts: [
      {
        reason,
        fields: names.map((name) => ({
          name,
          description: `Whether the answer says, in whatever words, ${fields[name]}`,
          schema: { type: "boolean" },
          verification: { ground_truth: true, verify_with: { type: "BooleanMatch" } },
          reason: "Words vary, the statement does not.",
        })),
      },
    ],
    paraphrases: [{ answer: right, values: all(true) }],
    wrong: [{ answer: wrong, values: all(false) }],
    refusal: { answer: refusal, values: all(false) },
    half: half === undefined ? [] : [{ answer: half[0], values: all(false, half[1]) }],
    expected: { answer: question.rawAnswer, values: all(true) },
    tested: isTestedWrong(place)
      ? { answer: `I think this: ${wrong}`, values: all(false) }
      : { answer: `I think this: ${right}`, values: all(true) },
  };
}
