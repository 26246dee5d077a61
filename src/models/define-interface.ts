import type * as z from "zod";
import { isJsonObject, KareninaError } from "../base/index.ts";
import type { ModelInterface } from "./definition/index.ts";
import { guardedConnection } from "./given-model/interface.ts";
import { InterfaceShape } from "./interface-shape.ts";

type Required = "name" | "tier" | "connect";

/** An interface as its author writes it: a name, what its models are, how they connect; the rest has defaults. */
export type InterfaceDefinition = Pick<ModelInterface, Required> & Partial<Omit<ModelInterface, Required>>;

/**
 * Defines an own way to reach models. A run is given it with `interfaces`, or a model itself as its `interface`; then
 * configurations, presets and results know it by its name like one that comes with karenina. Settings of its own come in
 * `extraKwargs` of the model. Time limits, retries, recording, prices and waiting for a server are the run's work; what a
 * connection throws is told apart by `retryable` and `status`, as for models that are values.
 *
 * @param definition `label` defaults to the name, `takes` to no setting, and `reached` to `calls`: nothing is asked of its
 * models but what a run needs
 * @throws KareninaError `configuration` that lists what is wrong: a name that is not written like `my_lab`, values that do
 * not fit, and members and settings that are none, each with the nearest one.
 *
 * @example
 * const myLab = defineInterface({
 *   name: "my_lab",
 *   tier: "tool_loop",
 *   connect: (model, { environment }) => ({ kind: "llm", llm: openMyLab(model.modelName, environment.MY_LAB_KEY) }),
 * });
 * await runVerification(benchmark, { answeringModels: [{ interface: "my_lab", modelName: "m-2" }], … }, { interfaces: [myLab] });
 */
export function defineInterface(definition: InterfaceDefinition): ModelInterface {
  const problems = InterfaceShape.safeParse(definition).error?.issues.map(problemText) ?? [];
  if (problems.length > 0)
    throw new KareninaError(
      "configuration",
      `${subjectOf(definition)} cannot be defined: ${problems.join("; ")}.`,
      { hint: "docs/own-models.md has the members of an interface." },
    );
  const { name, label = name, reached = "calls", takes = {}, connect } = definition;
  return {
    ...{ ...definition, label, reached, takes },
    connect: async (model, context) => guardedConnection(connect, model, context),
  };
}

/** The definition, which may be anything, at the start of a sentence. */
function subjectOf(definition: unknown): string {
  const name: unknown = isJsonObject(definition) ? definition.name : undefined;
  return typeof name === "string" ? `The interface ${JSON.stringify(name)}` : "An interface";
}

function problemText({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`;
}
