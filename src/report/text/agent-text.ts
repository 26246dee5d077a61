import type { AgentNumbers } from "../../analysis/index.ts";
import { formatCount, pluralize } from "../../base/index.ts";

/**
 * What agents and applications did with tools, in words; undefined where nobody counted.
 *
 * @example
 * agentText(numbers) // '12 answers: 40 tool calls, of which 3 seem to have failed; 2 stopped at the turn limit'
 */
export function agentText({
  answers,
  toolCalls,
  suspectFailedToolCalls: failed,
  turnLimits,
}: AgentNumbers): string | undefined {
  const calls =
    toolCalls === 0 ? "no tool calls" : `${formatCount(toolCalls)} tool call${toolCalls === 1 ? "" : "s"}`;
  const counted =
    answers === 0
      ? []
      : [
          `${pluralize(answers, "answer")}: ${calls}${failed === 0 ? "" : `, of which ${formatCount(failed)} ${failed === 1 ? "seems" : "seem"} to have failed`}`,
        ];
  const limits =
    turnLimits === 0
      ? []
      : [
          `${turnLimits}${answers > 0 ? "" : turnLimits === 1 ? " answer" : " answers"} stopped at the turn limit`,
        ];
  return answers + turnLimits === 0 ? undefined : [...counted, ...limits].join("; ");
}
