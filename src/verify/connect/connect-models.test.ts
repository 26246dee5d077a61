import { describe, expect, test } from "vitest";
import { KareninaError, systemClock } from "../../base/index.ts";
import { resolveConfig } from "../../config/verification/resolve-config.ts";
import { scriptedLlm } from "../../models/contract/scripted-llm.ts";
import type { RawConnection } from "../../models/definition/index.ts";
import type { AgentPort } from "../../ports/index.ts";
import { createOutages } from "../../run/index.ts";
import { connectAnsweringModel, connectParsingModel } from "./connect-models.ts";
import { modelPaces } from "./model-paces.ts";
import { modelServers } from "./model-servers.ts";
import type { RunConnectContext } from "./run-connect-context.ts";

const missing = new KareninaError("missing_key", "A variable is not set.");
const refuse = async () => Promise.reject(missing);
const outages = createOutages({ clock: systemClock, patienceMs: 1000 });
const context: RunConnectContext = {
  paces: modelPaces([], systemClock),
  servers: modelServers(outages, new AsyncDisposableStack()),
  ...{
    environment: {},
    clock: systemClock,
    random: () => 0,
    limiter: undefined,
    replies: undefined,
    paidScopeOf: undefined,
    recorder: undefined,
  },
  ...{
    notify: () => undefined,
    hiddenPaths: [],
    secrets: [],
    connectCalls: refuse,
    shared: refuse,
    commandsOf: refuse,
    toolsOf: refuse,
  },
};
const [model] = resolveConfig({
  answeringModels: [{ modelName: "m", interface: "langchain", modelProvider: "openai" }],
  parsingModels: [{ modelName: "m", endpointBaseUrl: "http://127.0.0.1:9/v1" }],
}).answeringModels;
if (model === undefined) throw new Error("expected a model");
/** Whatever is connected is refused by what watches servers. */
const unwatched: RunConnectContext = {
  ...context,
  servers: {
    ...context.servers,
    watchModel: () => {
      throw missing;
    },
  },
};

/** Raw connections that count how often they were opened and closed. */
function counted() {
  const counts = { opened: 0, closed: 0 };
  const disposal = () => {
    counts.opened += 1;
    return {
      async [Symbol.asyncDispose]() {
        counts.closed += 1;
      },
    };
  };
  const llm = () => ({ ...scriptedLlm([]), ...disposal() });
  const agent = (): AgentPort => ({ tier: "deep_agent", run: refuse, ...disposal() });
  const raws: Readonly<Record<RawConnection["kind"], () => RawConnection>> = {
    llm: () => ({ kind: "llm", llm: llm() }),
    prepared: () => ({ kind: "prepared", agent: agent() }),
    loop: () => ({ kind: "loop", llm: llm(), agentOf: agent }),
    runtime: () => ({ kind: "runtime", agent: agent(), openLlm: llm }),
  };
  return { counts, open: (kind: RawConnection["kind"]) => async () => raws[kind]() };
}

describe("a model that cannot be connected to its end", () => {
  test.each(["llm", "prepared", "loop", "runtime"] as const)(
    "leaves nothing open when its tools cannot be had: %s",
    async (kind) => {
      const { counts, open } = counted();
      await expect(connectAnsweringModel(model, context, open(kind))).rejects.toBe(missing);
      expect(counts).toEqual({ opened: 1, closed: 1 });
    },
  );

  test.each([
    ["prepared", 1],
    ["llm", 1],
    ["runtime", 2],
  ] as const)("leaves nothing open when it cannot judge: %s", async (kind, opened) => {
    const { counts, open } = counted();
    await expect(connectParsingModel(model, { role: "any" }, unwatched, open(kind))).rejects.toThrow();
    expect(counts).toEqual({ opened, closed: opened });
  });
});

test("a model that is connected stays open until whoever has it closes it", async () => {
  const { counts, open } = counted();
  const judge = await connectParsingModel(model, { role: "any" }, context, open("runtime"));
  expect(counts).toEqual({ opened: 2, closed: 0 });
  await judge.llm[Symbol.asyncDispose]();
  await judge.agent?.[Symbol.asyncDispose]();
  expect(counts).toEqual({ opened: 2, closed: 2 });
});
