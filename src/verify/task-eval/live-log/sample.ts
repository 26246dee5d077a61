/** Decides which events are kept. */
export type Sampler = (key: string | undefined) => boolean;

/**
 * Keeps a share of what it is asked about. The same key is always kept or never, in every program with the same seed; a
 * larger share keeps all that a smaller one does. What has no key is drawn by itself, in the same order with the same seed.
 *
 * @param rate in 0..1
 */
export function sampler(rate: number, seed: number | string): Sampler {
  if (rate >= 1) return () => true;
  let drawn = 0;
  return (key) => {
    drawn += key === undefined ? 1 : 0;
    return uniform(key === undefined ? `${seed}\u0000#${drawn}` : `${seed}\u0000=${key}`) < rate;
  };
}

/** A number in 0..1 for a text: FNV-1a, then mixed so that texts that differ in their last letter differ everywhere. */
function uniform(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) hash = Math.imul(hash ^ (hash >>> 15), factor);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
