/** The same object without members that are undefined: they must not hide a default. */
export function definedOnly<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T; // only optional members go
}
