export type { InterfaceName } from "./interfaces.ts";
export {
  callsBy,
  deepAgentInterfaces,
  defaultInterface,
  interfaceNames,
  interfaceTold,
  isAround,
  isReachSetting,
  modelInterface,
  reachSettings,
  takenBy,
  takersOf,
} from "./interfaces.ts";
