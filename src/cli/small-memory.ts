import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/**
 * Keeps memory small where many results come one after the other; it must be said before much is loaded. What is read or made lives
 * shortly, and V8 would otherwise give up to 128 MB to it before it looks what may go; it would let what lives longer become several times
 * as much between two looks, and a process keeps nearly all that it ever had (at 30 % for 75 a run of 10,000 questions takes 35 MB less, and a tenth more
 * processor time). Compiling functions with much put into them takes tens of MB for moments, which
 * the allocator keeps, too.
 *
 * @param shortLivedMb the room for it, a power of two; default: what it has as the process begins, mostly 2
 */
export function keepMemorySmall(shortLivedMb = 0): void {
  growTo(shortLivedMb);
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=75");
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=300");
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
