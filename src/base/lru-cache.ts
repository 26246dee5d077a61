/** A map of bounded size that forgets what was used longest ago. */
export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, { readonly key: Key; readonly value: Value; readonly size: number }>();
  readonly #capacity: number;
  #held = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value for `key`, made by `create` and kept if it is not there yet; it takes up `size` of the capacity. */
  getOrCreate(key: Key, create: () => Value, size = 1): Value {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      // a text is compared sign by sign with another one that says the same, not with itself
      this.#entries.delete(known.key);
      this.#entries.set(known.key, known);
      return known.value;
    }
    const entry = { key, value: create(), size };
    // making it may have made it already
    this.delete(key);
    this.#entries.set(key, entry);
    this.#held += size;
    // the way to the oldest leads past the former places of all that were used again
    if (this.#held <= this.#capacity) return entry.value;
    for (const oldest of this.#entries.keys()) {
      if (this.#held <= this.#capacity || oldest === key) break;
      this.delete(oldest);
    }
    return entry.value;
  }

  /** Forgets a value. */
  delete(key: Key): void {
    this.#held -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }
}
