import { KareninaError } from "../../base/index.ts";
import type { AgentPort, AgentReply, FinishReason, Workspace } from "../../ports/index.ts";
import { assemblePrompt } from "../../prompt/index.ts";
import { finalMessage, type Message, renderTrace } from "../../trace/index.ts";
import type {
  InvestigateRequest,
  InvestigatingJudge,
  Investigation,
  InvestigationMaterial,
} from "./investigation.ts";
import { placeOf, traceShown } from "./investigation-place.ts";

/**
 * Lets the judge look for itself. It works in a copy of the workspace, which is thrown away afterwards: what one judge
 * does there, no other sees. Where the trace in the prompt is all there is to see, one plain call reads it.
 * Throws `TransportError`, and `KareninaError` `configuration` for a judge that is no agent.
 */
export async function investigate(
  judge: InvestigatingJudge,
  request: InvestigateRequest,
): Promise<Investigation> {
  judge.signal.throwIfAborted();
  return placeOf(request.material) === "prompt" ? readTrace(judge, request) : lookAround(judge, request);
}

function messagesFor(
  { systemPrompt }: InvestigatingJudge,
  { prompt, instructions, material }: InvestigateRequest,
): readonly Message[] {
  return assemblePrompt(prompt(material), { systemPrompt, instructions });
}

async function readTrace(judge: InvestigatingJudge, request: InvestigateRequest): Promise<Investigation> {
  const { llm, signal, timeoutMs, observer } = judge;
  const { limits } = request;
  const asked = messagesFor(judge, request);
  const { message, finishReason } = await llm.generate({
    messages: asked,
    temperature: 0,
    timeoutMs: Math.min(timeoutMs ?? limits.timeoutMs, limits.timeoutMs),
    signal,
    observer,
  });
  return concluded(asked, [message], cutBy(finishReason));
}

async function lookAround(judge: InvestigatingJudge, request: InvestigateRequest): Promise<Investigation> {
  const { signal, observer } = judge;
  const { material, limits } = request;
  const agent = agentOf(judge);
  const folder = await folderFor(material);
  try {
    const traceFile =
      traceShown(material) === "file"
        ? await folder.writeText(material.traceFile, material.trace)
        : material.traceFile;
    const asked = messagesFor(judge, { ...request, material: { ...material, traceFile } });
    const workspacePath = folder.path;
    const reply = await agent.run({ messages: asked, tools: [], ...limits, workspacePath, signal, observer });
    if (reply.error !== undefined) throw reply.error;
    const found = concluded(asked, reply.messages, cutShort(reply));
    return { ...found, warnings: await folder.release() };
  } finally {
    await folder.release();
  }
}

/** Why a run's last message is no report; null: it may be one. */
function cutShort({ limitReached, timeoutReached, finishReason }: AgentReply): string | null {
  if (limitReached) return "it ran into its turn limit";
  return timeoutReached ? "it ran out of time" : cutBy(finishReason);
}

function cutBy(finishReason: FinishReason | undefined): string | null {
  if (finishReason === "refusal") return "the judge refused";
  return finishReason === "length" ? "its reply was cut off" : null;
}

function agentOf({ agent }: InvestigatingJudge): AgentPort {
  if (agent?.tier === "deep_agent") return agent;
  throw new KareninaError("configuration", "The judge is no agent and cannot look into a workspace.", {
    hint: 'Use a parsing model of an agent interface, such as "workspace_agent".',
  });
}

async function folderFor(material: InvestigationMaterial): Promise<Workspace> {
  if (placeOf(material) === "trace") return material.emptyFolder();
  if (material.workspace !== null) return material.workspace.copy();
  throw new KareninaError("configuration", "The answer has no workspace for the judge to look into.", {
    hint: 'Give the run a workspace provider, or investigate with the context mode "trace_only".',
  });
}

function concluded(
  asked: readonly Message[],
  messages: readonly Message[],
  cut: string | null,
): Investigation {
  const final = finalMessage(messages);
  const noResult = final.ok ? null : `it has no result: ${final.error}`;
  const unfinished = cut ?? noResult;
  return {
    asked,
    messages,
    trace: renderTrace(messages),
    report: final.ok && unfinished === null ? final.text : null,
    unfinished,
    warnings: [],
  };
}
