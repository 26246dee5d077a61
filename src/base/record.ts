/** Makes objects whose hidden classes begin apart from those of `{}`. */
function PlainRecord(): void {}
// `new` gives its objects this prototype, so that they are like any other
PlainRecord.prototype = Object.prototype;
const OpenRecord = PlainRecord as unknown as new () => object;

/**
 * An empty object for keys that users choose: names of fields, traits or questions. It is like `{}` in all but speed:
 * V8 keeps some 1,500 first keys that objects made as `{}` were given, and once so many different ones are in use, every
 * object of the process that begins as `{}` is slow (a run took two thirds more). Such keys begin here instead.
 */
export function emptyRecord<Value>(): { [key: string]: Value } {
  return new OpenRecord() as { [key: string]: Value };
}

/** `Object.fromEntries` for keys that users choose; see {@link emptyRecord}. */
export function recordFrom<Value>(entries: Iterable<readonly [string, Value]>): { [key: string]: Value } {
  const record = emptyRecord<Value>();
  for (const [key, value] of entries) defineEntry(record, key, value);
  return record;
}

/** Gives an object an entry of its own, whatever its name. */
export function defineEntry<Value>(object: { [key: string]: Value }, key: string, value: Value): void {
  // assigning it would set the prototype
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
