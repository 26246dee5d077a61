import type { InvestigatingJudge } from "../judge/index.ts";
import type { AgentPort, LlmPort, ParserPort } from "../ports/index.ts";
import type { ParsingModel } from "./models.ts";
import type { StageContext } from "./stage.ts";

/**
 * The task's judge, or another model in its place, bound to this stage: its calls are counted, cancelled and, when they
 * fail, noted with it.
 */
export function judgeFor(
  { task, signal, observer, lost }: StageContext,
  model: ParsingModel = task.parsing,
): InvestigatingJudge {
  return {
    llm: notingLlm(model.llm, lost),
    parser: notingLosses(model.parser, lost),
    agent: model.agent === null ? null : notingAgent(model.agent, lost),
    systemPrompt: model.systemPrompt,
    prompts: task.options.prompts,
    signal,
    timeoutMs: model.requestTimeoutMs,
    observer,
  };
}

function notingLlm(llm: LlmPort, lost: StageContext["lost"]): LlmPort {
  return {
    capabilities: llm.capabilities,
    generate: (request) => noteLostModel(lost, () => llm.generate(request)),
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

function notingAgent(agent: AgentPort, lost: StageContext["lost"]): AgentPort {
  return {
    ...agent,
    run: (request) => noteLostModel(lost, () => agent.run(request)),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

function notingLosses(parser: ParserPort, lost: StageContext["lost"]): ParserPort {
  return {
    parse: (request) => noteLostModel(lost, () => parser.parse(request)),
    [Symbol.asyncDispose]: () => parser[Symbol.asyncDispose](),
  };
}

async function noteLostModel<T>(lost: StageContext["lost"], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    lost(error);
    throw error;
  }
}
