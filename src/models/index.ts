export type { InterfaceName } from "./interfaces.ts";
export {
  callsBy,
  deepAgentInterfaces,
  defaultInterface,
  findInterface,
  interfaceNames,
  interfaceTold,
  isAround,
  isReachSetting,
  modelInterface,
  reachSettings,
  takenBy,
  takersOf,
  vendorOfCalls,
} from "./interfaces.ts";
