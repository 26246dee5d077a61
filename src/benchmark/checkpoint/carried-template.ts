import { isJsonObject, type JsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import { type FunctionOrCode, isSourceCode } from "../../scenario/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { isConversation } from "../question/conversation.ts";
import type { Question } from "../question/question.ts";
import { writtenTemplate } from "../question/question-template.ts";
import type { HeldScenario } from "../scenarios/held-scenario.ts";
import type { BenchmarkScenario } from "../scenarios/make-definition.ts";

/** The key of custom metadata under which a file for the Python system carries a template that is not written in Python. */
export const carriedTemplateKey = "karenina_template";

/**
 * The content as the Python system opens it: that reads templates in Python only, so another one travels in the
 * question's custom metadata, with the usual placeholder in its place. Reading such a file gives the template back.
 *
 * @throws KareninaError `file_unwritable` for scenarios beside questions, and for those with what only this system knows: walks would
 * be others there
 */
export function contentForPython(content: BenchmarkContent): BenchmarkContent {
  refuseForeign(content);
  return {
    ...content,
    questions: content.questions.map(questionForPython),
    scenarios: content.scenarios.map(scenarioForPython),
  };
}

function refuseForeign({ questions, scenarios }: BenchmarkContent): void {
  const foreign = scenarios.flatMap(({ definition }) => {
    const found = foreignParts(definition);
    return found.length === 0
      ? []
      : [`the scenario ${JSON.stringify(definition.name)} has ${found.join(", ")}`];
  });
  if (scenarios.length > 0 && questions.length > 0) foreign.unshift("there are questions beside scenarios");
  if (foreign.length === 0) return;
  throw new KareninaError(
    "file_unwritable",
    `The Python system cannot use this benchmark: ${foreign.join("; ")}.`,
    {
      hint: "Write conditions as checks of values, and save questions and scenarios in files of their own.",
    },
  );
}

/** What the Python system has no place for, or passes over. */
function foreignParts({ nodes, edges, outcomes, turnLimit }: BenchmarkScenario): readonly string[] {
  const isForeign = (code: FunctionOrCode<never[], unknown> | string | undefined) =>
    code !== undefined && typeof code !== "string" && !(isSourceCode(code) && code.language === "Python");
  const found = {
    "simulated users": nodes.some(({ user }) => user !== undefined),
    "messages, system prompts or attachments of nodes": nodes.some(({ question }) =>
      isConversation(question),
    ),
    "state updates in TypeScript": nodes.some(({ stateUpdate }) => isForeign(stateUpdate)),
    "conditions in TypeScript": edges.some(({ decide }) => isForeign(decide)),
    "handovers by code": edges.some(({ handover }) => handover !== undefined && typeof handover !== "string"),
    "outcomes in TypeScript": outcomes.some(({ evaluate }) => isForeign(evaluate)),
    "a turn limit of its own": turnLimit !== undefined,
  };
  return Object.entries(found).flatMap(([part, isThere]) => (isThere ? [part] : []));
}

function scenarioForPython(held: HeldScenario): HeldScenario {
  const { nodes } = held.definition;
  const carried = nodes.map((node) => ({ ...node, question: questionForPython(node.question) }));
  if (carried.every(({ question }, at) => question === nodes[at]?.question)) return held;
  return { definition: { ...held.definition, nodes: carried }, problems: held.problems };
}

function questionForPython(question: Question): Question {
  if (question.template === undefined) return question;
  const { language, text } = writtenTemplate(question.template);
  if (language === "Python") return question;
  const customMetadata = { ...question.customMetadata, [carriedTemplateKey]: { language, text } };
  return { ...question, template: undefined, customMetadata };
}

/** The template in a question's custom metadata, and the metadata without it. */
export function carriedTemplate(customMetadata: JsonObject): {
  readonly carried: { readonly language: string; readonly text: string } | undefined;
  readonly others: JsonObject;
} {
  const { [carriedTemplateKey]: found, ...others } = customMetadata;
  return { carried: isTemplate(found) ? found : undefined, others: Object.freeze(others) };
}

function isTemplate(
  value: JsonValue | undefined,
): value is { readonly language: string; readonly text: string } {
  return isJsonObject(value) && typeof value.language === "string" && typeof value.text === "string";
}
