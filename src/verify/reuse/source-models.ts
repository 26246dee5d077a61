import { displayString, type ModelIdentity, shortModelName } from "../../result/index.ts";

/** An answering model of the run that answers come from, by the word of its results. */
export interface SourceModel {
  readonly id: string;
  readonly identity: ModelIdentity;
}

/** The answering models of a run, told apart. */
export interface SourceModels {
  readonly models: readonly SourceModel[];
  /** The id of a model of the run; undefined for one of another. */
  idOf(identity: ModelIdentity): string | undefined;
  /** The ids of the models whose short name this is, where several share it; else nothing. */
  sharing(name: string): readonly string[];
}

/**
 * Models by ids as a configuration would give them: short names, and for models that share one, as those of other programs may,
 * whole names such as `openai_endpoint:m1`.
 */
export function sourceModels(identities: Iterable<ModelIdentity>): SourceModels {
  const whole = new Map([...identities].map((identity) => [displayString(identity), identity]));
  const byShort = Map.groupBy(whole.values(), shortModelName);
  const idOf = (identity: ModelIdentity): string => {
    const short = shortModelName(identity);
    return (byShort.get(short)?.length ?? 0) > 1 ? displayString(identity) : short;
  };
  return {
    models: [...whole.values()].map((identity) => ({ id: idOf(identity), identity })),
    idOf: (identity) => (whole.has(displayString(identity)) ? idOf(identity) : undefined),
    sharing: (name) => {
      const same = byShort.get(name) ?? [];
      return same.length > 1 ? same.map(displayString) : [];
    },
  };
}
