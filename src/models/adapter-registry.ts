import { KareninaError } from "../base/index.ts";
import type { AgentTier } from "../ports/index.ts";
import type { ModelInterface } from "./definition/index.ts";
import { isInstalled } from "./definition/index.ts";
import { InterfaceShape } from "./interface-shape.ts";
import { builtInInterfaces } from "./interfaces.ts";
import { refuseTakenNames } from "./refuse-taken-names.ts";

/** What an interface is, as programs moved from Python know it. */
export interface AdapterSpec {
  readonly interface: string;
  readonly description: string;
  /** `deep_agent`: it answers as an agent of its own; `tool_loop`: tools are called for it. */
  readonly agentTier: AgentTier;
  /** Tools of MCP servers can be given to its models. */
  readonly supportsMcp: boolean;
  /** Its models can judge answers. */
  readonly supportsParsing: boolean;
  /** What defines it, for a run's `interfaces`. */
  readonly definition: ModelInterface;
}

/** Whether an interface can be used here. */
export interface AdapterAvailability {
  readonly available: boolean;
  /** Packages that are not installed. */
  readonly missing: readonly string[];
}

/**
 * The interfaces that a program works with, by name. A value like any other: registering gives a new registry, and a run
 * gets `registry.interfaces`.
 *
 * @example
 * const registry = AdapterRegistry.builtIn().register(myLab);
 * registry.getSpec("claude_agent_sdk")?.agentTier; // "deep_agent"
 * await runVerification(benchmark, config, { interfaces: registry.interfaces });
 */
export class AdapterRegistry {
  /** Those that do not come with karenina, in the order in which they were registered. */
  readonly interfaces: readonly ModelInterface[];

  private constructor(interfaces: readonly ModelInterface[]) {
    this.interfaces = interfaces;
  }

  /** The interfaces that come with karenina. */
  static builtIn(): AdapterRegistry {
    return new AdapterRegistry([]);
  }

  /** The specification of an interface that comes with karenina; undefined for a name that is none. */
  static getSpec(name: string): AdapterSpec | undefined {
    return AdapterRegistry.builtIn().getSpec(name);
  }

  /**
   * The same with one more.
   *
   * @throws KareninaError `configuration` for a name that is taken, also by an interface that comes with karenina, and for
   * what is no interface.
   */
  register(definition: ModelInterface): AdapterRegistry {
    const { error } = InterfaceShape.safeParse(definition);
    if (error !== undefined)
      throw new KareninaError("configuration", "What is registered is no interface.", {
        hint: "Register what defineInterface makes of it.",
      });
    const interfaces = [...this.interfaces, definition];
    refuseTakenNames(interfaces);
    return new AdapterRegistry(interfaces);
  }

  /** Every specification, those that come with karenina first. */
  list(): readonly AdapterSpec[] {
    return [...builtInInterfaces, ...this.interfaces].map(specOf);
  }

  /** The specification of an interface; undefined for a name that is none. */
  getSpec(name: string): AdapterSpec | undefined {
    return this.list().find((spec) => spec.interface === name);
  }

  /** Whether the packages of an interface are installed; undefined for a name that is none. */
  availability(name: string): AdapterAvailability | undefined {
    const found = this.getSpec(name);
    if (found === undefined) return undefined;
    const missing = (found.definition.packages ?? []).filter((one) => !isInstalled(one));
    return { available: missing.length === 0, missing };
  }
}

function specOf(definition: ModelInterface): AdapterSpec {
  return {
    interface: definition.name,
    description: definition.label,
    agentTier: definition.tier,
    supportsMcp: definition.withoutTools !== true,
    supportsParsing: definition.answeringOnly !== true,
    definition,
  };
}
