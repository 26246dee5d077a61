import { KareninaError } from "../../base/index.ts";
import type { AgentReply, Workspace } from "../../ports/index.ts";
import { finalMessage, renderTrace } from "../../trace/index.ts";
import { assemblePrompt } from "../assemble.ts";
import type {
  InvestigateRequest,
  InvestigatingJudge,
  Investigation,
  InvestigationMaterial,
} from "./investigation.ts";

/** True when an agent goes into the workspace; false when the judge reads the trace and nothing else. */
export function entersWorkspace({ contextMode, traceFile, workspace }: InvestigationMaterial): boolean {
  return workspace !== null && (contextMode !== "trace_only" || traceFile !== null);
}

/**
 * Lets the judge look for itself. It works in a copy of the workspace, which is thrown away afterwards: what one judge
 * does there, no other sees. Without anything to look at in a workspace, one plain call reads the trace.
 * Throws `TransportError`, and `KareninaError` `configuration` for a judge that is no agent.
 */
export async function investigate(
  judge: InvestigatingJudge,
  request: InvestigateRequest,
): Promise<Investigation> {
  const { prompt, instructions, material } = request;
  const messages = assemblePrompt(prompt, { systemPrompt: judge.systemPrompt, instructions });
  if (!entersWorkspace(material) || material.workspace === null) {
    const reply = await judge.llm.generate({
      messages,
      temperature: 0,
      signal: judge.signal,
      observer: judge.observer,
      ...(judge.timeoutMs === undefined ? {} : { timeoutMs: judge.timeoutMs }),
    });
    const said = [reply.message];
    const cut = reply.finishReason === "length" ? "its reply was cut off" : null;
    return { messages: said, trace: renderTrace(said), ...ending(said, cut), warnings: [] };
  }
  const copy = await material.workspace.copy();
  try {
    const reply = await lookAround(judge, request, messages, copy);
    return await concluded(reply, copy);
  } finally {
    await copy.release();
  }
}

async function lookAround(
  { agent, signal, observer }: InvestigatingJudge,
  { material, limits }: InvestigateRequest,
  messages: ReturnType<typeof assemblePrompt>,
  copy: Workspace,
): Promise<AgentReply> {
  if (agent === null) {
    throw new KareninaError("configuration", "The judge is no agent and cannot look into a workspace.", {
      hint: 'Use a parsing model of an agent interface, such as "workspace_agent".',
    });
  }
  if (material.traceFile !== null) await copy.writeText(material.traceFile, material.trace);
  return agent.run({ messages, tools: [], ...limits, workspacePath: copy.path, signal, observer });
}

async function concluded(reply: AgentReply, copy: Workspace): Promise<Investigation> {
  const cut = reply.limitReached
    ? "it ran into its turn limit"
    : reply.timeoutReached
      ? "it ran out of time"
      : null;
  return {
    messages: reply.messages,
    trace: renderTrace(reply.messages),
    ...ending(reply.messages, cut),
    warnings: await copy.release(),
  };
}

function ending(
  messages: AgentReply["messages"],
  cut: string | null,
): Pick<Investigation, "report" | "unfinished"> {
  if (cut !== null) return { report: null, unfinished: cut };
  const final = finalMessage(messages);
  return final.ok
    ? { report: final.text, unfinished: null }
    : { report: null, unfinished: `it has no result: ${final.error}` };
}
