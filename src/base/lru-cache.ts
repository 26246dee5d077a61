/** A map of bounded size that forgets what was used longest ago. */
export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value for `key`, made by `create` and kept if it is not there yet. */
  getOrCreate(key: Key, create: () => Value): Value {
    const known = this.#entries.has(key);
    const value = known ? (this.#entries.get(key) as Value) : create(); // `has` proved the entry
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (!known && this.#entries.size > this.#capacity) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    return value;
  }

  get size(): number {
    return this.#entries.size;
  }
}
