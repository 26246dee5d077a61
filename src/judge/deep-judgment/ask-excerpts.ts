import {
  isJsonObject,
  isVisible,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from "../../base/index.ts";
import { type Accepted, closedObject, refused } from "../../rubric/index.ts";
import { askForm } from "../asking/ask-form.ts";
import type { Judge } from "../judge.ts";
import { byNameForm, quoteValue } from "./by-name-form.ts";
import { countCalls } from "./count-calls.ts";
import { type EvidenceExcerptsInput, evidenceExcerptsPrompt } from "./prompts/evidence-excerpts.ts";

const confidences = ["high", "medium", "low", "none"] as const;

/** A quote as the judge gives it; nobody has looked yet whether it is in the answer. */
export interface ClaimedExcerpt {
  /** Empty only where `explanation` says why there is none. */
  readonly text: string;
  readonly confidence: (typeof confidences)[number];
  readonly explanation?: string;
}

/**
 * Asks in one call for quotes from the answer, for every item; what of one cannot be read takes nothing from the others.
 * Throws `ReplyError` or `TransportError`.
 */
export type AskExcerpts = (
  judge: Judge,
  input: EvidenceExcerptsInput,
) => Promise<ReadonlyMap<string, Accepted<readonly ClaimedExcerpt[]>>>;

/**
 * A way to ask for quotes several times about one answer. All rounds share one limit for replies that cannot be read. An item
 * the reply leaves out has no quotes; a confidence that does not exist is `medium`.
 */
export function excerptRounds(): AskExcerpts {
  let repeated = 0;
  return async (judge, input) => {
    const counter = countCalls();
    const names = input.items.map(({ name }) => name);
    const form = byNameForm("excerpts", names, { schema, read: readExcerpts });
    const asked = evidenceExcerptsPrompt(input);
    const claimed = await askForm(counter.counted(judge), asked, form, {
      instructions: "deepJudgment",
      repeated,
    });
    repeated += Math.max(0, counter.calls - 1);
    return new Map(names.map((name) => [name, claimed.get(name) ?? { ok: true, value: [] }]));
  };
}

const schema: JsonSchema = {
  type: "array",
  items: closedObject({
    text: { type: "string", description: "The quote, copied character by character" },
    confidence: { type: "string", enum: confidences },
    explanation: {
      description: "Why there is no quote; null where there is one",
      anyOf: [{ type: "string" }, { type: "null" }],
    },
  }),
};

function readExcerpts(json: JsonValue): Accepted<readonly ClaimedExcerpt[]> {
  if (!Array.isArray(json)) return refused(`expected a list of excerpts, found ${quoteValue(json)}`);
  const excerpts: ClaimedExcerpt[] = [];
  const problems: string[] = [];
  for (const entry of json) {
    const text = isJsonObject(entry) ? textOf(entry, "text") : undefined;
    if (!isJsonObject(entry) || text === undefined) {
      problems.push(`expected an excerpt with a text, found ${quoteValue(entry)}`);
      continue;
    }
    const explanation = textOf(entry, "explanation")?.trim();
    if (!isVisible(text) && !explanation) continue;
    excerpts.push({
      text: isVisible(text) ? text : "",
      confidence: confidences.find((known) => known === entry.confidence) ?? "medium",
      ...(explanation ? { explanation } : {}),
    });
  }
  return problems.length === 0 ? { ok: true, value: excerpts } : { ok: false, problems };
}

/** Empty for a member that is missing or null; undefined for one that is no text. */
function textOf(entry: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(entry, key) ? entry[key] : undefined;
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : undefined;
}
