import {
  answeringModel,
  Outcome,
  outcomeOf,
  parsingModel,
  type VerificationResult,
} from "../../result/index.ts";
import { integerOrNull, text, textOrNull } from "./column.ts";

/** The columns that the rows of every table begin with: which result they belong to. */
export const contextColumns = {
  resultId: text("the result, for joining tables"),
  questionId: text("the question's id"),
  templateId: text("MD5 of the template's source, or `no_template`"),
  replicate: integerOrNull("1, 2, …; null in a run of one replicate"),
  answeringModel: text("the model under test, for people: interface, name, id, tools"),
  parsingModel: text("the judge, for people"),
  runName: textOrNull("the name that the run was given"),
  timestamp: text("when the result was made: ISO 8601, UTC"),
  outcome: Outcome.describe(
    `what the result counts as: ${Outcome.options.map((one) => `\`${one}\``).join(", ")}`,
  ),
};

/** Which result a row belongs to. */
export function contextOf(result: VerificationResult) {
  const { metadata } = result;
  return {
    resultId: metadata.resultId,
    questionId: metadata.questionId,
    templateId: metadata.templateId,
    replicate: metadata.replicate,
    answeringModel: answeringModel(metadata),
    parsingModel: parsingModel(metadata),
    runName: metadata.runName,
    timestamp: metadata.timestamp,
    outcome: outcomeOf(result),
  };
}
