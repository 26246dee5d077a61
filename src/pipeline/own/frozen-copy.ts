/**
 * A copy that nobody can change of what a value holds as plain lists and objects. What has methods or a class is the
 * very same.
 */
export function frozenCopy<T>(value: T): T {
  // the copy has the members of the value
  return copyOf(value) as T;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(copyOf));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const members = Object.entries(value);
  if (members.some(([, member]) => typeof member === "function")) return value;
  return Object.freeze(Object.fromEntries(members.map(([name, member]) => [name, copyOf(member)])));
}
