import {
  displayString,
  type ModelIdentity,
  type ScenarioExecutionResult,
  walkId,
} from "../../result/index.ts";
import { joinedText } from "./cell-text.ts";
import { integer, integerOrNull, text, textOrNull } from "./column.ts";

/** The columns that the rows of every table of walks begin with: which walk they belong to. */
export const walkColumns = {
  walkId: text("the walk, for joining tables of walks"),
  scenarioId: text("the scenario's name"),
  replicate: integerOrNull("1, 2, …; null in a run of one replicate"),
  answeringModel: textOrNull("the model under test, for people: interface, name, id, tools"),
  parsingModel: textOrNull("the judge, for people"),
  promptId: textOrNull("the prompt of the run that it was asked with"),
  runName: textOrNull("the name that the run was given"),
  timestamp: textOrNull("when the walk ended: ISO 8601, UTC"),
  status: text("how it ended: `completed`, `limit_reached`, `error` or `timeout`"),
  scenarioPath: textOrNull("the nodes as they were asked, joined by arrows"),
  turnCount: integer("how many turns were answered"),
};

/** Which walk a row belongs to. */
export function walkContextOf(walk: ScenarioExecutionResult) {
  return {
    walkId: walkId(walk),
    scenarioId: walk.scenarioId,
    replicate: walk.replicate,
    answeringModel: modelText(walk.answering),
    parsingModel: modelText(walk.parsing),
    promptId: walk.promptId ?? null,
    runName: walk.runName,
    timestamp: walk.timestamp,
    status: walk.status,
    scenarioPath: joinedText(walk.path, " -> "),
    turnCount: walk.turnCount,
  };
}

const modelText = (model: ModelIdentity | null) => (model === null ? null : displayString(model));
