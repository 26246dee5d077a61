import type { Clock } from "../../base/index.ts";
import { formatDuration, oneLine, pluralize } from "../../base/index.ts";
import { taskKey } from "../../pipeline/index.ts";
import type { RunEvents, ToolCalled } from "../../run/index.ts";

type Task = ToolCalled["task"];

/** Knows which agents are at work. Keeps a few numbers per running task that calls tools. */
interface AgentWatch {
  called: Required<RunEvents>["toolCalled"];
  /** The task has its result, or was put back. */
  ended(task: Task): void;
  /** A line per agent, the longest at work first. */
  lines(): readonly string[];
}

interface AgentAtWork {
  readonly question: string;
  readonly model: string;
  readonly since: number;
  calls: number;
  tool: string;
  toolSince: number;
}

/** So many agents have a line of their own. */
const mostAgents = 4;
const questionLength = 32;

/** Looks at the tools that agents call. */
export function watchAgents(clock: Pick<Clock, "monotonic">): AgentWatch {
  const atWork = new Map<string, AgentAtWork>();
  return {
    called({ task, name }) {
      const now = clock.monotonic();
      const agent = atWork.get(taskKey(task)) ?? {
        question: oneLine(task.question.question).slice(0, questionLength),
        model: oneLine(task.answering.id),
        since: now,
        calls: 0,
        tool: "",
        toolSince: now,
      };
      atWork.set(taskKey(task), agent);
      agent.calls += 1;
      agent.tool = oneLine(name);
      agent.toolSince = now;
    },
    ended: (task) => void atWork.delete(taskKey(task)),
    lines() {
      const now = clock.monotonic();
      const all = [...atWork.values()];
      const more = all.length - mostAgents;
      return [
        ...all
          .slice(0, mostAgents)
          .map(
            ({ question, model, since, calls, tool, toolSince }) =>
              `  ${model}: ${question}  ${pluralize(calls, "tool call")} in ${formatDuration(now - since)}, ${tool} ${formatDuration(now - toolSince)} ago`,
          ),
        ...(more > 0 ? [`  and ${pluralize(more, "more agent")} at work`] : []),
      ];
    },
  };
}
