/** Upper ends of the bands of length, in characters. */
const bands = [
  [100, "under 100 characters"],
  [300, "100 to 299 characters"],
  [1000, "300 to 999 characters"],
  [3000, "1000 to 2999 characters"],
  [Number.POSITIVE_INFINITY, "3000 characters and more"],
] as const;

const names: readonly string[] = bands.map(([, name]) => name);

/** The band of a text, such as `100 to 299 characters`. */
export function lengthBand(text: string): string {
  let length = 0;
  for (const _ of text) length++;
  return bands.find(([end]) => length < end)?.[1] ?? "";
}

/** The place of a band among all, shortest first; that of other groups is one for all. */
export const bandPlace = (group: string): number => names.indexOf(group);
