/** What a map has under a name that a user gave; never what every object has, such as `constructor`. */
export function ownEntry<T>(
  map: { readonly [name: string]: T } | null | undefined,
  name: string,
): T | undefined {
  return map !== null && map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}
