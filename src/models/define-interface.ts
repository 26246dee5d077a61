import { KareninaError } from "../base/index.ts";
import type { ModelInterface } from "./definition/index.ts";
import { guardedConnection } from "./given-model/interface.ts";

type Required = "name" | "tier" | "connect";

/** An interface as its author writes it: a name, what its models are, how they connect; the rest has defaults. */
export type InterfaceDefinition = Pick<ModelInterface, Required> & Partial<Omit<ModelInterface, Required>>;

const plainName = /^[a-z][a-z0-9_]*$/;

/**
 * Defines an own way to reach models. A run is given it with `interfaces`, or a model itself as its `interface`; then
 * configurations, presets and results know it by its name like one that comes with karenina. Settings of its own come in
 * `extraKwargs` of the model. Time limits, retries, recording, prices and waiting for a server are the run's work; what a
 * connection throws is told apart by `retryable` and `status`, as for models that are values.
 *
 * @param definition `label` defaults to the name, `takes` to no setting, and `reached` to `calls`: nothing is asked of its
 * models but what a run needs
 * @throws KareninaError `configuration` for a name that is not written like `my_lab`.
 *
 * @example
 * const myLab = defineInterface({
 *   name: "my_lab",
 *   tier: "tool_loop",
 *   connect: async (model, { environment }) => ({ kind: "llm", llm: openMyLab(model.modelName, environment.MY_LAB_KEY) }),
 * });
 * await runVerification(benchmark, { answeringModels: [{ interface: "my_lab", modelName: "m-2" }], … }, { interfaces: [myLab] });
 */
export function defineInterface(definition: InterfaceDefinition): ModelInterface {
  const { name, connect } = definition;
  if (!plainName.test(name))
    throw new KareninaError(
      "configuration",
      `An interface is named in small letters, digits and _, such as my_lab; found ${JSON.stringify(name)}.`,
    );
  return {
    ...{ label: name, reached: "calls" as const, takes: {} },
    ...definition,
    connect: async (model, context) => guardedConnection(await connect(model, context), model, context),
  };
}
