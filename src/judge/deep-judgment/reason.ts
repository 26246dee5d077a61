import { isJsonObject, isVisible, type JsonSchema, type JsonValue } from "../../base/index.ts";
import { type Accepted, closedObject, refused } from "../../rubric/index.ts";
import { askForm } from "../asking/ask-form.ts";
import type { Judge } from "../judge.ts";
import { byNameForm, type ItemReading, quoteValue } from "./by-name-form.ts";
import type { EvidenceKind } from "./evidence-item.ts";
import { type EvidenceReasoningInput, evidenceReasoningPrompt } from "./prompts/evidence-reasoning.ts";

/**
 * Asks in one call what the evidence says about each item. Attributes get a few sentences; traits get three parts,
 * labelled Evidence, Interpretation and Conclusion. An item that the reply leaves out, or of which it makes no sense, has no
 * reasoning. Throws `ReplyError` or `TransportError`.
 */
export async function reasonAbout(
  judge: Judge,
  input: EvidenceReasoningInput,
): Promise<ReadonlyMap<string, string>> {
  const names = input.items.map(({ name }) => name);
  const form = byNameForm("reasoning", names, readings[input.kind]);
  const reasoning = await askForm(judge, evidenceReasoningPrompt(input), form, {
    instructions: "deepJudgment",
  });
  return new Map([...reasoning].flatMap(([name, read]) => (read.ok ? [[name, read.value] as const] : [])));
}

const parts = { evidence: "Evidence", interpretation: "Interpretation", conclusion: "Conclusion" } as const;
const inParts: JsonSchema = closedObject({
  evidence: { type: "string", description: "What speaks for and what against" },
  interpretation: { type: "string", description: "What that means for the criteria" },
  conclusion: { type: "string", description: "One sentence, without a score or a label" },
});

const readings: { readonly [kind in EvidenceKind]: ItemReading<string> } = {
  attribute: { schema: { type: "string", description: "Two or three sentences" }, read: readReasoning },
  trait: { schema: inParts, read: readReasoning },
};

/** Reasoning as a text, as parts, or as an object that holds it. */
function readReasoning(json: JsonValue): Accepted<string> {
  if (typeof json === "string") return !isVisible(json) ? refused("the text is empty") : ok(json);
  if (!isJsonObject(json)) return refused(`expected a text, found ${quoteValue(json)}`);
  if (typeof json.reasoning === "string" && isVisible(json.reasoning)) return ok(json.reasoning);
  const labelled = Object.entries(parts).flatMap(([key, label]) => {
    const text = json[key];
    return typeof text === "string" && isVisible(text) ? [`${label}: ${text.trim()}`] : [];
  });
  return labelled.length > 0
    ? ok(labelled.join("\n"))
    : refused(`expected a text, found ${quoteValue(json)}`);
}

function ok(text: string): Accepted<string> {
  return { ok: true, value: text.trim() };
}
