import { KareninaError } from "../../base/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import type { AnsweringModel, ParsingModel } from "../../pipeline/index.ts";
import type { LlmPort, ToolSource } from "../../ports/index.ts";
import type { ModelIdentity } from "../../result/index.ts";
import { withoutConnection } from "./connect-models.ts";

/** Models that a run has and asks nothing of, because everything of theirs is taken over: they are not connected. */
export interface UnaskedModels {
  /** By id, as the earlier run knows them; null: as the configuration does. */
  readonly answering: ReadonlyMap<string, ModelIdentity | null>;
  /** By id. */
  readonly judges: ReadonlySet<string>;
}

/** A model under test whose answers are all there. It needs neither key nor server. */
export function unaskedAnswering(model: ResolvedModel, known: ModelIdentity | null): AnsweringModel {
  const plain = withoutConnection(model, Object.keys(model.mcpUrlsDict ?? {}).sort());
  const identity = known ?? plain.identity;
  const agent = {
    tier: "tool_loop",
    run: async () => refuse(model),
    [Symbol.asyncDispose]: async () => undefined,
  } as const;
  const tools = identity.tools.length === 0 ? null : unaskedTools(identity.tools);
  return {
    ...plain,
    identity,
    recorded: identity.interface === "manual",
    mayBePlain: true,
    connection: { kind: "agent", agent, maxTurns: model.maxTurns, timeoutMs: 1, tools },
  };
}

/** A judge whose judgments are all there. */
export function unaskedJudge(model: ResolvedModel): ParsingModel {
  const llm: LlmPort = {
    capabilities: { systemPrompt: true, structuredOutput: true },
    generate: async () => refuse(model),
    [Symbol.asyncDispose]: async () => undefined,
  };
  const parser = { parse: async () => refuse(model), [Symbol.asyncDispose]: async () => undefined };
  return { ...withoutConnection(model, []), llm, parser, agent: null };
}

/** Known by the names of their servers, which are not connected. */
const unaskedTools = (servers: readonly string[]): ToolSource => ({
  servers,
  tools: async () => [],
  [Symbol.asyncDispose]: async () => undefined,
});

function refuse({ id }: ResolvedModel): never {
  throw new KareninaError("composition", `Model "${id}" was asked, though everything of it was taken over.`);
}
