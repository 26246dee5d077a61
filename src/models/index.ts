export type { AdapterAvailability, AdapterSpec } from "./adapter-registry.ts";
export { AdapterRegistry } from "./adapter-registry.ts";
export type { InterfaceDefinition } from "./define-interface.ts";
export { defineInterface } from "./define-interface.ts";
export type { InterfaceName } from "./interfaces.ts";
export {
  builtInInterfaces,
  callsBy,
  deepAgentInterfaces,
  defaultInterface,
  findInterface,
  interfaceNames,
  interfaceTold,
  isAround,
  meaningsOf,
  modelInterface,
  takersOf,
  vendorOfCalls,
} from "./interfaces.ts";
