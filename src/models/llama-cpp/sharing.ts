/** A value that others may hold too; disposing gives up this hold, the last one closes the value. */
export interface Shared<T> extends AsyncDisposable {
  readonly value: T;
}

/** Values by key, each opened once and closed when nobody holds it any more. */
interface Sharing<T> extends AsyncDisposable {
  /** Opens the value, or joins those who have it. A failed opening is forgotten. */
  open(key: string, open: () => Promise<T>): Promise<Shared<T>>;
}

/** Starts with nothing open; disposing closes everything, held or not. */
export function createSharing<T>(close: (value: T) => Promise<void>): Sharing<T> {
  interface Entry {
    readonly value: Promise<T>;
    users: number;
  }
  const entries = new Map<string, Entry>();

  const end = async (key: string, entry: Entry): Promise<void> => {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    await close(await entry.value);
  };

  return {
    async open(key, open) {
      const entry = entries.get(key) ?? { value: open(), users: 0 };
      entries.set(key, entry);
      entry.users += 1;
      try {
        const value = await entry.value;
        let held = true;
        return {
          value,
          async [Symbol.asyncDispose]() {
            if (!held) return;
            held = false;
            entry.users -= 1;
            if (entry.users === 0) await end(key, entry);
          },
        };
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...entries].map(([key, entry]) => end(key, entry)));
    },
  };
}
