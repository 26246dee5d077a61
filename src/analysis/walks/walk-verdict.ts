import {
  FailureCategory,
  failureOutcome,
  type ScenarioExecutionResult,
  unpassedOutcomes,
  walkError,
} from "../../result/index.ts";

/**
 * True for a walk that says something of the model under test: one that came to its end or to the most turns, or that its answers
 * ended. What judge, infrastructure, the scenario or the end of the run broke off says nothing of it.
 */
export function isJudged({ status, terminalFailure }: ScenarioExecutionResult): boolean {
  if (status !== "error") return status !== "timeout";
  const { data: category } = FailureCategory.safeParse(terminalFailure?.category);
  return category !== undefined && unpassedOutcomes.includes(failureOutcome(category));
}

/** True for a walk that came to its end, and that no criterion calls false. */
export function isSuccessful({ status, outcomeResults }: ScenarioExecutionResult): boolean {
  return status === "completed" && !Object.values(outcomeResults).includes(false);
}

const cutShort: { readonly [Status in ScenarioExecutionResult["status"]]?: string } = {
  limit_reached: "It would have gone on beyond the most turns.",
  timeout: "The run ended before it: out of time or budget, or stopped.",
};

/** What a walk that did not come to its end was ended by, without where it stood. */
export const cutShortReason = ({ terminalFailure, status }: ScenarioExecutionResult): string =>
  terminalFailure === null ? (cutShort[status] ?? noReason) : (terminalFailure.reason ?? noReason);

const noReason = "No reason was kept.";

/**
 * Why a walk is no success, in sentences: what ended it, where it did not end by itself, and the first criterion that is false with its
 * reason. Empty for a success.
 */
export function walkReasons(walk: ScenarioExecutionResult): readonly string[] {
  const ended = walkError(walk)?.message ?? cutShort[walk.status];
  const [broken] = Object.entries(walk.outcomeResults).find(([, value]) => value === false) ?? [];
  const why = broken === undefined ? undefined : new Map(Object.entries(walk.outcomeReasons)).get(broken);
  return [
    ...(ended === undefined ? [] : [ended]),
    ...(broken === undefined ? [] : [`${broken} does not hold${why === undefined ? "." : `: ${why}`}`]),
  ];
}
