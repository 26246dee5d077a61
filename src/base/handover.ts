/** What one reader hands on to another, which reads at its own pace; nothing is lost, and nobody waits for the other. */
export interface Handover<Item> extends AsyncIterable<Item> {
  push(item: Item): void;
  /** Nothing more comes. */
  end(): void;
}

/** Opens a handover. It is read once. */
export function handover<Item>(): Handover<Item> {
  const waiting: Item[] = [];
  let isEnded = false;
  let news = Promise.withResolvers<void>();
  return {
    push(item) {
      waiting.push(item);
      news.resolve();
    },
    end() {
      isEnded = true;
      news.resolve();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        yield* waiting.splice(0);
        if (waiting.length > 0) continue;
        if (isEnded) return;
        news = Promise.withResolvers();
        await news.promise;
      }
    },
  };
}
