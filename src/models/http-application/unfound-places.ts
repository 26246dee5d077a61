import { memberOf } from "../replies/index.ts";
import type { ReplyPlaces } from "./read-reply.ts";

/** Looks whether something stands at the places that somebody has named: a path with a slip in it finds nothing in any reply. */
interface PlaceWatch {
  /** An answer as it was read. */
  add(answer: unknown): void;
  /** The places where no reply had anything, a sentence each. */
  problems(): readonly string[];
}

export function watchPlaces({ answer: _, ...places }: ReplyPlaces, modelId: string): PlaceWatch {
  const open = new Map(Object.entries(places));
  let replies = 0;
  return {
    add(answer) {
      replies += 1;
      for (const name of open.keys()) if (memberOf(answer, name) !== undefined) open.delete(name);
    },
    problems() {
      if (replies === 0) return [];
      const where = replies === 1 ? "the one reply" : `any of ${replies} replies`;
      return [...open].flatMap(([name, path]) =>
        path === undefined
          ? []
          : [
              `Model "${modelId}": nothing stood at ${path.text} (http_${name}) in ${where}; is the path right?`,
            ],
      );
    },
  };
}
