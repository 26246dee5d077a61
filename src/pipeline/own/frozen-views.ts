/** What others may look at and not change. */
export type FrozenView = <T>(value: T) => T;

/**
 * Views of lists and plain objects: frozen copies in depth, whose methods and getters are those of the original. What has a
 * class is the very same, maps and sets are copies. Each object is copied once: what changes later has to have other views.
 */
export function frozenViews(): FrozenView {
  const known = new WeakMap<object, unknown>();
  const remember = (value: object, copy: unknown) => {
    known.set(value, copy);
    return copy;
  };
  const viewOf = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const found = known.get(value);
    if (found !== undefined) return found;
    if (Array.isArray(value)) return remember(value, Object.freeze(value.map(viewOf)));
    if (value instanceof Map)
      return remember(value, new Map(Array.from(value, ([key, item]) => [key, viewOf(item)])));
    if (value instanceof Set) return remember(value, new Set(value));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return value;
    const copy = Object.create(prototype);
    known.set(value, copy);
    for (const [name, { get, value: member, enumerable }] of Object.entries(
      Object.getOwnPropertyDescriptors(value),
    )) {
      const seen: PropertyDescriptor =
        get === undefined
          ? { value: typeof member === "function" ? member.bind(value) : viewOf(member) }
          : { get: () => viewOf(get.call(value)) };
      Object.defineProperty(copy, name, { ...seen, enumerable: enumerable === true });
    }
    return Object.freeze(copy);
  };
  // the view has the members of the value
  return <T>(value: T) => viewOf(value) as T;
}
