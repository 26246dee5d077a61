import * as z from "zod";
import { answerTemplate, verified } from "../authoring/authoring.ts";
import { dateMatch } from "../primitives/date/date-match.ts";
import { orderedMatch } from "../primitives/list/ordered-match.ts";
import { setContainment } from "../primitives/list/set-containment.ts";
import { numericExact } from "../primitives/numeric/numeric-exact.ts";
import { numericRange } from "../primitives/numeric/numeric-range.ts";
import { numericTolerance } from "../primitives/numeric/numeric-tolerance.ts";
import { booleanMatch } from "../primitives/text/boolean-match.ts";
import { exactMatch } from "../primitives/text/exact-match.ts";
import { synonyms } from "../primitives/text/normalizer.ts";
import { readAmount, readRange } from "./amount.ts";
import type { ProposalRequest, TemplateProposal } from "./template-proposal.ts";

/** A request with its notes, empty where there are none. */
interface Asked extends ProposalRequest {
  readonly notes: string;
}

type Propose = (asked: Asked) => TemplateProposal | undefined;

/** What is tried, in order; the last takes everything. */
export const proposals: readonly Propose[] = [
  yesOrNo,
  date,
  year,
  amount,
  list,
  identifier,
  term,
  statements,
];

const quoted = (question: string) => JSON.stringify(question.replace(/\s+/g, " ").slice(0, 300));

/** The word alone or before a reason: neither "No one" nor "Non-coding RNA". */
const yesNoShape =
  /^(yes|no|true|false|ja|nein|oui|non|sí)(?=$|[.,;:!]|\s+(?:[–—(-]|(?:as|because|but|if|it|only|since|they|weil)\b))[\s.,;:!–—-]*(.*)$/is;

function yesOrNo({ question, answer }: Asked): TemplateProposal | undefined {
  const [, word = "", rest = ""] = yesNoShape.exec(answer) ?? [];
  if (word === "") return undefined;
  const said = statementsIn(rest);
  const template = answerTemplate({
    yes: verified(z.boolean(), {
      description: `Whether the answer says yes to ${quoted(question)}: true for yes, false for no`,
      groundTruth: /^(yes|true|ja|oui|sí)$/i.test(word),
      verifyWith: booleanMatch(),
    }),
    ...statementFields(said),
  });
  return {
    form: "yes or no",
    template,
    reason:
      said.length === 0
        ? "A yes or no."
        : `A yes or no, and ${said.length === 1 ? "a statement" : `${said.length} statements`} that the answer has to make beside it.`,
    caution: "An answer that says both, or that it depends, is taken for what it settles on at its end.",
  };
}

const months = "january february march april may june july august september october november december".split(
  " ",
);

function date({ question, answer }: Asked): TemplateProposal | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(answer);
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\.? ([a-z]+),? (\d{4})$/i.exec(answer);
  const monthFirst = /^([a-z]+) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(answer);
  const points = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(answer);
  const [year, monthName, day] = points
    ? [points[3], undefined, points[1]]
    : dayFirst
      ? [dayFirst[3], dayFirst[2], dayFirst[1]]
      : monthFirst
        ? [monthFirst[3], monthFirst[1], monthFirst[2]]
        : [];
  const named = months.findIndex((name) => name.startsWith((monthName ?? "?").toLowerCase().slice(0, 3))) + 1;
  const month = points ? Number(points[2]) : named;
  const text = iso ? answer : `${year}-${`${month}`.padStart(2, "0")}-${`${day}`.padStart(2, "0")}`;
  if (!z.iso.date().safeParse(text).success) return undefined;
  return {
    form: "date",
    template: answerTemplate({
      date: verified(z.iso.date(), {
        description: `The day that the answer gives to ${quoted(question)}`,
        groundTruth: text,
        verifyWith: dateMatch(),
      }),
    }),
    reason: `A day, ${text}: right in whatever form it is written.`,
    caution: "An answer with the month or the year alone is not stated, which is wrong.",
  };
}

function year({ question, answer }: Asked): TemplateProposal | undefined {
  if (!/^[1-9]\d{2,3}$/.test(answer) || !/\b(year|when|since)\b/i.test(question)) return undefined;
  return {
    form: "year",
    template: answerTemplate({
      year: verified(z.int(), {
        description: `The year that the answer gives to ${quoted(question)}`,
        groundTruth: Number(answer),
        verifyWith: numericExact(),
      }),
    }),
    reason: "A year: only this one is right.",
    caution: 'A span or a century, as in "the 1990s", is wrong.',
  };
}

/** How far a number may be off where nothing says so: one that is given with four digits or more is meant more exactly. */
const usualTolerance = (significant: number): number => (significant < 4 ? 0.01 : 0.001);

function amount({ question, answer, notes }: Asked): TemplateProposal | undefined {
  const read = readAmount(answer);
  if (read === undefined) return undefined;
  const { value, unit, lastDigit, significant, isCount } = read;
  const inUnit = unit === "" ? "as a plain number" : `in ${unit}, as a plain number`;
  const range = readRange(answer) ?? readRange(notes);
  const isInside = range !== undefined && range.min <= value && value <= range.max;
  const isExact = isCount && range === undefined && !/\b(about|approximately|roughly)\b/i.test(answer);
  const tolerance = /\bexact/i.test(question)
    ? lastDigit / 2 / Math.abs(value)
    : Math.max(usualTolerance(significant), lastDigit / 2 / Math.abs(value));
  const verifyWith = isInside
    ? numericRange({ min: range.min, max: range.max })
    : isExact || value === 0
      ? numericExact()
      : numericTolerance({ tolerance: Number(tolerance.toPrecision(2)) });
  const where = isInside
    ? `right from ${range.min} to ${range.max}, as ${readRange(answer) === undefined ? "the notes say" : "it says"}`
    : verifyWith.type === "NumericExact"
      ? "right where it is the same"
      : `right within ${Number((tolerance * 100).toPrecision(2))} % of ${value}`;
  return {
    form: "number",
    template: answerTemplate({
      amount: verified(z.number(), {
        description: `The number that the answer gives to ${quoted(question)}, ${inUnit}`,
        groundTruth: value,
        verifyWith,
      }),
    }),
    reason: `A number${unit === "" ? "" : `, ${JSON.stringify(unit)} its unit`}: ${where}.`,
    caution:
      unit === ""
        ? "An answer that gives a range, or another number beside it, is taken for the number it settles on."
        : "An answer in another unit is right only where the judge converts it.",
  };
}

const fewWords = 6;
const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

function list({ question, answer }: Asked): TemplateProposal | undefined {
  const items = [...itemsOf(answer)];
  if (items.length < 2 || items.some((item) => wordsOf(item) > fewWords)) return undefined;
  const isOrdered = /\b(order|sequence|ranked?|steps?|stages?|phases?|first to last)\b/i.test(question);
  // codes keep their case; words are compared without it
  const isWords = items.some((item) => /\p{Ll}/u.test(item));
  const truth: string[] = isWords ? items.map((item) => item.toLowerCase()) : items;
  return {
    form: "list",
    template: answerTemplate({
      items: verified(z.array(z.string()), {
        description: `What the answer lists in reply to ${quoted(question)}, ${isWords ? "each in lower case and as short as it can be named" : "each as it is written"}${isOrdered ? ", in the answer's order" : ""}`,
        groundTruth: truth,
        verifyWith: isOrdered ? orderedMatch() : setContainment(),
      }),
    }),
    reason: `A list of ${items.length}: ${isOrdered ? "all of them in this order" : "all of them and no other, in any order"}.`,
    caution:
      "An item by another name is wrong: give synonyms in its description, or a field to each that matters.",
  };
}

/** A comma between digits is a decimal comma, or part of a name such as 2,4-dinitrophenol. */
const betweenItems = /(?<!\d),|,(?!\d)|\s+(?:and|und)\s+/;
/** Bullets and numbering, and no digit of the item, such as that of 2-propanol. */
const beforeItem = /^\s*(?:(?:and|or|und|oder)\s+)?(?:[-*]\s+|•|\d+[.)]\s+)?/;

function itemsOf(answer: string): readonly string[] {
  const parts = /[.!?]$/.test(answer)
    ? []
    : /;|\n/.test(answer)
      ? answer.split(/[;\n]/)
      : answer.split(/^[\d,\s]+$/.test(answer) ? "," : betweenItems);
  return parts.map((part) => part.replace(beforeItem, "").trim()).filter(Boolean);
}

function identifier({ question, answer }: Asked): TemplateProposal | undefined {
  const isCode = /^[\p{L}\p{N}][\p{L}\p{N}./:_()+-]*$/u.test(answer) && /\p{N}/u.test(answer);
  if (!isCode) return undefined;
  return {
    form: "identifier",
    template: answerTemplate({
      identifier: verified(z.string(), {
        description: `What the answer gives to ${quoted(question)}, with nothing around it, as plain characters`,
        groundTruth: answer,
        verifyWith: exactMatch(),
      }),
    }),
    reason: "An identifier or formula: right where it is the same, whatever the case.",
    caution: "Spaces or hyphens in other places make it wrong.",
  };
}

function term({ question, answer, notes }: Asked): TemplateProposal | undefined {
  if (wordsOf(answer) > fewWords || /[.!?;]\s*\S|[!?;]$/.test(answer)) return undefined;
  const truth = answer.replace(/\.$/, "");
  const others = otherNames(notes, truth);
  const also = Object.fromEntries(others.map((other) => [other.toLowerCase(), truth.toLowerCase()]));
  return {
    form: "term",
    template: answerTemplate({
      answer: verified(z.string(), {
        description: `The one name or term that the answer gives to ${quoted(question)}, without articles`,
        groundTruth: truth,
        verifyWith:
          others.length === 0
            ? exactMatch()
            : exactMatch({ normalize: ["lowercase", "strip", synonyms(also)] }),
      }),
    }),
    reason:
      others.length === 0
        ? "A short term: right where it is the same, whatever the case."
        : `A short term: right where it is the same, or ${others.map((other) => JSON.stringify(other)).join(", ")}, as the notes say.`,
    caution: "Any other spelling or synonym is wrong: add those that count to the check.",
  };
}

/** What notes say an answer may also be called: "Also: tRNA", "Eukaryota and eukaryotes are the same as …". */
function otherNames(notes: string, truth: string): readonly string[] {
  const also = /\balso:\s*([^.;]+)/i.exec(notes)?.[1]?.split(/,|\bor\b/) ?? [];
  const same =
    /^([^.;:]+?)\s+(?:is|are)\s+(?:the same|also right|right too)\b/i
      .exec(notes)?.[1]
      ?.split(/,|\bor\b|\band\b/) ?? [];
  const names = [...also, ...same]
    .map((name) => name.trim())
    .filter((name) => name !== "" && wordsOf(name) <= fewWords);
  return [...new Set(names)].filter((name) => name.toLowerCase() !== truth.toLowerCase());
}

/** More would ask too much of one judgement. */
const mostStatements = 8;

function statements({ question, answer }: Asked): TemplateProposal | undefined {
  const said = statementsIn(answer);
  if (said.length === 0) return undefined;
  const all = said.length > mostStatements ? [answer.replace(/\s+/g, " ")] : said;
  return {
    form: "statements",
    template: answerTemplate(statementFields(all)),
    reason: `Free text: ${all.length === 1 ? "one statement that the answer has to make" : `${all.length} statements, all of which the answer has to make`} to ${quoted(question)}.`,
    caution:
      "A judge decides whether each is stated, in whatever words; a wrong statement beside them is not noticed.",
  };
}

const statementsIn = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?])\s+(?=\p{Lu})|;\s+|\n+/u)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => /\p{L}/u.test(part));

const statementFields = (said: readonly string[]) =>
  Object.fromEntries(
    said.map((statement, at) => [
      said.length === 1 ? "states_it" : `states_${at + 1}`,
      verified(z.boolean(), {
        description: `Whether the answer states, in whatever words: ${JSON.stringify(statement)}`,
        groundTruth: true,
        verifyWith: booleanMatch(),
      }),
    ]),
  );
