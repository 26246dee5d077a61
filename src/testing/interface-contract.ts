import assert from "node:assert/strict";
import { type Environment, systemClock } from "../base/index.ts";
import { bindInterfaces, type ModelConfig, resolveConfig } from "../config/index.ts";
import type { ContractCase } from "../models/contract/contract-case.ts";
import { type LlmContractSubject, llmReplyContract } from "../models/contract/llm-contract.ts";
import { llmFailureContract } from "../models/contract/llm-failure-contract.ts";
import { llmToolContract } from "../models/contract/llm-tools-contract.ts";
import type { ConnectContext, ModelInterface } from "../models/definition/index.ts";
import type { Wire } from "../models/testing/index.ts";
import type { LlmPort } from "../ports/index.ts";

/** An interface of one's own whose models are asked by plain calls over HTTP. */
export interface InterfaceContractSubject {
  /** What `defineInterface` made. */
  readonly definition: ModelInterface;
  /** A model of it on a server at this address, such as `http://127.0.0.1:40123`. */
  readonly model: (url: string) => ModelConfig;
  /** How its servers write replies and errors: one of `openAiWire`, `anthropicWire`, `googleWire`, or your own. */
  readonly wire: Wire;
  /** The key that it sends; no error may show it. */
  readonly secret: string;
  /** Variables that it reads. Default: none. */
  readonly environment?: Environment;
  /** False: its servers never show thinking. Default true. */
  readonly thinking?: boolean;
}

/**
 * What holds for every interface: its name is known to configurations, its models reply, fail and are cancelled as those
 * that come with karenina, and they ask for tools unless the interface is `withoutTools`. Cases are plain, for whatever
 * runs your tests.
 *
 * @example
 * for (const { name, run } of interfaceContract({ definition: myLab, model, wire: openAiWire, secret })) test(name, run);
 */
export function interfaceContract(subject: InterfaceContractSubject): readonly ContractCase[] {
  const { definition, model, wire, secret, thinking = true } = subject;
  const llms: LlmContractSubject = {
    ...{ name: definition.name, wire, secret, thinking, plain: true },
    open: (url) => openModel(subject, url),
  };
  return [
    {
      name: "is known to configurations by its name",
      async run() {
        const named: ModelConfig = { ...model("http://127.0.0.1:1"), interface: definition.name };
        const config = bindInterfaces({ answeringModels: [named], parsingModels: [named] }, [definition]);
        const { answeringModels } = resolveConfig(config);
        assert.equal(answeringModels[0]?.interface, definition.name);
        assert.equal(answeringModels[0]?.reachedBy, definition);
      },
    },
    ...llmReplyContract(llms),
    ...llmFailureContract(llms),
    ...(definition.withoutTools === true ? [] : llmToolContract(llms)),
  ];
}

async function openModel(
  { definition, model, environment = {} }: InterfaceContractSubject,
  url: string,
): Promise<LlmPort> {
  const given: ModelConfig = { ...model(url), interface: definition };
  const [resolved] = resolveConfig({ answeringModels: [given], parsingModels: [given] }).answeringModels;
  assert.ok(resolved !== undefined);
  const raw = await definition.connect(resolved, contextOf(environment));
  assert.equal(raw.kind, "llm", "the contract is for models that are asked by plain calls");
  return raw.kind === "llm" ? raw.llm : assert.fail();
}

function contextOf(environment: Environment): ConnectContext {
  const context: ConnectContext = {
    environment,
    clock: systemClock,
    random: () => 0.5,
    notify: () => undefined,
    shared: (_, open) => open(),
    connectCalls: (model) => model.innerInterface.connect(model, context),
    hiddenPaths: [],
    commandsOf: async () => undefined,
  };
  return context;
}
