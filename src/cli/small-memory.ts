import { setFlagsFromString } from "node:v8";

/**
 * Keeps memory small where many results are read one after the other: what is read lives shortly, and V8 would otherwise
 * give ever more room to it before it looks what may go. It must be said before much is loaded, and takes no more time.
 */
export function keepMemorySmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
