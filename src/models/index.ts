export type { AdapterAvailability, AdapterSpec } from "./adapter-registry.ts";
export { AdapterRegistry } from "./adapter-registry.ts";
export type { InterfaceDefinition } from "./define-interface.ts";
export { defineInterface } from "./define-interface.ts";
export type { InterfaceName } from "./interfaces.ts";
export {
  builtInInterfaces,
  deepAgentInterfaces,
  defaultInterface,
  findImpliedInterface,
  findInnerInterface,
  findInterface,
  interfaceNames,
  listInterfacesTaking,
  listSettingUses,
  modelInterface,
  vendorOfCalls,
  wrapsInterface,
} from "./interfaces.ts";
export { refuseTakenNames } from "./refuse-taken-names.ts";
