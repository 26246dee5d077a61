import { isDeepStrictEqual } from "node:util";
import { type JsonObject, messageOf } from "../base/index.ts";
import type { TemplateLoader } from "../ports/index.ts";
import {
  type AnswerTemplate,
  type CustomCheckContext,
  resolveGroundTruth,
  templateSource,
} from "../template/index.ts";
import { outerNameProblem } from "./outer-name-problem.ts";

/**
 * Problems that would keep a template from living in a file: a part that does not come back as it was, or a
 * custom check that needs something outside of itself. Writes the source, loads it in the sandbox, compares,
 * and calls the custom checks once with the ground truth as answer.
 */
export async function checkTemplateSource(
  loader: TemplateLoader,
  template: AnswerTemplate,
): Promise<readonly string[]> {
  let loaded: AnswerTemplate;
  try {
    loaded = await loader.load({ language: "TypeScript", text: templateSource(template) });
  } catch (error) {
    return [messageOf(error)];
  }
  const changed = isDeepStrictEqual(declared(template), declared(loaded))
    ? []
    : ["the template does not come back as it was written"];
  const { values, context } = sampleAnswer(template);
  return [
    ...changed,
    ...(await outerNames("verify", () => loaded.verify?.(values, context))),
    ...(await outerNames("verifyGranular", () => loaded.verifyGranular?.(values, context))),
  ];
}

function declared({ verify, verifyGranular, ...data }: AnswerTemplate): object {
  return { ...data, verify: verify !== undefined, verifyGranular: verifyGranular !== undefined };
}

function sampleAnswer(template: AnswerTemplate): {
  readonly values: JsonObject;
  readonly context: CustomCheckContext;
} {
  const truths = template.fields.flatMap(({ name, verification }) =>
    verification === undefined ? [] : [[name, resolveGroundTruth(verification, undefined).value] as const],
  );
  const groundTruth = Object.fromEntries(truths);
  const fieldResults = Object.fromEntries(truths.map(([name]) => [name, true]));
  return { values: groundTruth, context: { response: "", groundTruth, fieldResults } };
}

async function outerNames(check: string, call: () => unknown): Promise<readonly string[]> {
  try {
    await call();
    return [];
  } catch (error) {
    const problem = outerNameProblem(error, check, "the template");
    return problem === undefined ? [] : [problem];
  }
}
