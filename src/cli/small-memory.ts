import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/**
 * Keeps memory small where many results come one after the other: what is read or made lives shortly, and V8 would otherwise
 * give up to 128 MB to it before it looks what may go. It must be said before much is loaded, and takes little more time.
 *
 * @param shortLivedMb the room for it, a power of two; default: what it has as the process begins, mostly 2
 */
export function keepMemorySmall(shortLivedMb = 0): void {
  growTo(shortLivedMb);
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Has V8 look for what may go among what lives longer when so much more is there than was in use the last time, in percent. To be said
 * when all is loaded: while that grows, it would look in vain.
 */
export function limitGarbage(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/** A process that has begun cannot set the room; it doubles when most of it is in use as V8 looks what may go. */
function growTo(megabytes: number): void {
  const inUse: object[] = [];
  for (let round = 0; round < 100 && roomForShortLived() < megabytes; round += 1)
    for (let count = 0; count < 5000; count += 1) inUse.push([count]);
}

function roomForShortLived(): number {
  const room = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return (room?.space_size ?? Number.POSITIVE_INFINITY) / 2 ** 20;
}
