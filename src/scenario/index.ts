// The definition: plain data
export { checkScenario } from "./check/check-scenario.ts";
export type { ScenarioProblem, Tell } from "./check/scenario-problem.ts";
export {
  edgePlace,
  nodePlace,
  outcomePlace,
  placedNodes,
  problemText,
  scenarioPlace,
  toldProblems,
} from "./check/scenario-problem.ts";
export type { ComparedTo } from "./definition/compared-to.ts";
export { firstNode } from "./definition/first-node.ts";
export type { OutcomeCheck, SingleTurn, TurnScope } from "./definition/outcome-check.ts";
export { comparisons, resultFields } from "./definition/outcome-check.ts";
export type {
  AskedQuestion,
  FunctionOrCode,
  HandoverFunction,
  ModelOverride,
  OutcomeCriterion,
  ScenarioDefinition,
  ScenarioEdge,
  ScenarioNode,
  SimulatedUser,
  SourceCode,
  StateCheck,
  StateUpdate,
  TaggedMessage,
  ToolFilter,
  TranscriptHandover,
} from "./definition/scenario-definition.ts";
export {
  END,
  handovers,
  isSourceCode,
  usualUserTurns,
} from "./definition/scenario-definition.ts";
export { comparedTo, resultComparedTo, shorthandCheck, stateCheck } from "./definition/shorthand.ts";
export type { TerminalFailure, WalkOutcome, WalkStatus } from "./definition/walk-outcome.ts";
// Pictures
export type { ScenarioGraph } from "./draw/graph.ts";
export { scenarioGraph } from "./draw/graph.ts";
export { mermaidText } from "./draw/mermaid.ts";
export { isDrawable, mostDrawn, svgText } from "./draw/svg.ts";
// A walk, turn by turn
export { nextQuestion } from "./handover/next-question.ts";
export { conversationOf } from "./handover/transcript.ts";
// What a walk came to
export { evaluateOutcomes } from "./outcome/evaluate-outcomes.ts";
export {
  allTurns,
  anyTurn,
  countTurns,
  crossTurn,
  firstMatchIndex,
  firstTurn,
  firstTurnScope,
  lastTurn,
  lastTurnScope,
  statusIs,
  turnAt,
  turnCountEq,
  turnCountGte,
} from "./outcome/sugar.ts";
export type { NodeResult, ScenarioState, TurnRecord } from "./state/scenario-state.ts";
export { scenarioContext, stateValue } from "./state/state-path.ts";
export { type UserStop, userStops } from "./state/user-stops.ts";
// The forms that files have
export {
  CodeForm,
  codeRecord,
  HandoverForm,
  SimulatedUserForm,
  StateCheckForm,
  simulatedUserRecord,
  stateCheckRecord,
  ToolFilterForm,
} from "./stored/graph-form.ts";
export { OutcomeForm, outcomeRecord } from "./stored/outcome-form.ts";
export type { UserReply, UserTurn } from "./user/user-turn.ts";
export { userForm, userTurn } from "./user/user-turn.ts";
export type { Advanced, TurnOutcome } from "./walk/advance.ts";
export { advance, startWalk, walkLimit } from "./walk/advance.ts";
export { givenToPython, givenToTypeScript } from "./walk/code-given.ts";
export type { CodeTask, WalkTools } from "./walk/walk-tools.ts";
