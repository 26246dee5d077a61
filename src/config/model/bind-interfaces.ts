import { askNearest, isJsonObject, type JsonObject, KareninaError } from "../../base/index.ts";
import type { ModelInterface, ResolvedModel } from "../../models/definition/index.ts";
import { valueName } from "../../models/given-model/index.ts";
import { findInterface, refuseTakenNames } from "../../models/index.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";

/**
 * The configuration with the interfaces themselves where it names some that a run was given.
 *
 * @param interfaces beside those that come with karenina
 * @throws KareninaError `configuration` for an interface that has the name of another.
 */
export function bindInterfaces<C extends Pick<VerificationConfig, "answeringModels" | "parsingModels">>(
  config: C,
  interfaces: readonly ModelInterface[] = [],
): C {
  const bind = binding(interfaces);
  return {
    ...config,
    ...(config.answeringModels && { answeringModels: config.answeringModels.map(bind) }),
    ...(config.parsingModels && { parsingModels: config.parsingModels.map(bind) }),
  };
}

/** The same for a configuration as it stands in a file; what is no configuration is left to whoever reads it. */
export function bindStoredInterfaces(json: JsonObject, interfaces: readonly ModelInterface[]): JsonObject {
  const bind = binding(interfaces);
  const bound = ["answering_models", "parsing_models"].flatMap((name) => {
    const models = json[name];
    return Array.isArray(models)
      ? [[name, models.map((model) => (isJsonObject(model) ? bind(model) : model))]]
      : [];
  });
  return { ...json, ...Object.fromEntries(bound) };
}

/** Stands for each interface that a stored configuration names and nobody has brought: to look at it, not to ask its models. */
export function unboundInterfaces(
  json: JsonObject,
  interfaces: readonly ModelInterface[],
): readonly ModelInterface[] {
  return unboundNames([json.answering_models, json.parsing_models], interfaces).map((name) => ({
    name,
    label: name,
    tier: "deep_agent",
    reached: "calls",
    takes: {},
    connect: refuseUnbound,
  }));
}

/**
 * What to do about interfaces that are named and that nobody has brought; undefined where there are none.
 *
 * @param models lists of models, which may be anything
 */
export function unboundHint(
  models: readonly unknown[],
  interfaces: readonly ModelInterface[],
): string | undefined {
  const names = unboundNames(models, interfaces);
  if (names.length === 0) return undefined;
  const own = interfaces.map(({ name }) => name);
  const [question = "."] = names.map((name) => askNearest(name, own)).filter((text) => text !== "");
  return own.length === 0
    ? "An interface of your own comes from karenina.config.ts in the working folder, or from --plugin; in code, from `interfaces`."
    : `Beside those that come with karenina there ${own.length === 1 ? "is" : "are"} ${own.join(", ")}${question}`;
}

function unboundNames(lists: readonly unknown[], interfaces: readonly ModelInterface[]): readonly string[] {
  const models = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
  const names = new Set(models.map((model) => model.interface).filter((name) => typeof name === "string"));
  return [...names].filter(
    (name) =>
      /^[a-z][a-z0-9_]*$/.test(name) &&
      name !== valueName &&
      findInterface(name) === undefined &&
      !interfaces.some((own) => own.name === name),
  );
}

async function refuseUnbound(model: ResolvedModel): Promise<never> {
  throw new KareninaError("configuration", `Nothing has brought the interface "${model.interface}".`);
}

function binding(interfaces: readonly ModelInterface[]) {
  refuseTakenNames(interfaces);
  return <M extends { readonly interface?: unknown }>(model: M): M => {
    const own = interfaces.find(({ name }) => name === model.interface);
    return own === undefined ? model : { ...model, interface: own };
  };
}
