import type * as z from "zod";
import { describeValue } from "./describe-value.ts";

const words: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["int", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
  ["record", "an object"],
  ["nonoptional", "a value"],
]);

/** What was expected and found, as a phrase: `expected at least 1, found 0`. Parse with `reportInput`. */
export function issueText(issue: z.core.$ZodIssue): string {
  const found = `, found ${describeValue(issue.input)}`;
  if (issue.code === "custom") return issue.message;
  if (issue.code === "invalid_type") return `expected ${words.get(issue.expected) ?? issue.expected}${found}`;
  if (issue.code === "invalid_value") return `expected ${listed(issue.values)}${found}`;
  if (issue.code === "unrecognized_keys")
    return issue.message.startsWith("unknown") ? issue.message : `expected no ${listed(issue.keys)}`;
  if (issue.code === "invalid_union")
    return `${issue.errors.length === 0 && issue.message.startsWith("expected") ? issue.message : `expected ${unionText(issue)}`}${found}`;
  if (issue.code === "too_small")
    return issue.message.startsWith("expected")
      ? issue.message + found
      : `expected ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}${found}`;
  if (issue.code === "too_big")
    return `expected ${issue.inclusive ? "at most" : "less than"} ${issue.maximum}${found}`;
  return issue.message;
}

/** The same after the place: `models[0].name: expected text, found 3`; `start` stands before the place. */
function issueLine(issue: z.core.$ZodIssue, start = ""): string {
  const place = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
  const text = issueText(issue);
  const found = issue.code === "custom" && /^expected (?!.*found)/.test(text);
  const line = found ? `${text}, found ${describeValue(issue.input)}` : text;
  return [`${start}${place.join("")}`.replace(/^\./, ""), line].filter(Boolean).join(": ");
}

/** So many problems of one value are told. */
const mostTold = 20;

/** The same of several; of more than 20, how many more there are. */
export function issueLines(issues: readonly z.core.$ZodIssue[], start = ""): readonly string[] {
  const lines = issues.slice(0, mostTold).map((issue) => issueLine(issue, start));
  return issues.length > mostTold ? [...lines, `and ${issues.length - mostTold} more`] : lines;
}

function listed(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}

function unionText(issue: z.core.$ZodIssueInvalidUnion): string {
  const options = issue.errors.flat().map((inner) => issueText({ ...inner, input: undefined }));
  const texts = options.map((text) => text.replace(/^expected /, "").replace(/, found nothing$/, ""));
  return texts.length === 0 ? "another kind" : [...new Set(texts)].join(", or ");
}
