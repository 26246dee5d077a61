/** A first-in, first-out list whose ends are both reached in constant time. */
export interface Queue<T> {
  readonly size: number;
  push(item: T): void;
  /** Takes the oldest item; undefined when empty. */
  shift(): T | undefined;
}

/** An empty queue. */
export function createQueue<T>(): Queue<T> {
  let items: (T | undefined)[] = [];
  let head = 0;
  return {
    get size() {
      return items.length - head;
    },
    push(item) {
      items.push(item);
    },
    shift() {
      if (head === items.length) return undefined;
      const item = items[head];
      items[head] = undefined;
      head += 1;
      if (head === items.length || head > 1024) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
  };
}
