import { KareninaError, untilAborted } from "../base/index.ts";
import type { AnswerSource } from "../pipeline/index.ts";

/** The answers of one run that are needed by judges still to come. */
interface SharedAnswers extends AnswerSource {
  /** The same for one who has a signal of its own, which is aborted no later than the run's. */
  until(own: AbortSignal): AnswerSource & Pick<SharedAnswers, "size">;
  /** How many answers are kept at present. */
  readonly size: number;
  /** Forgets an answer, and disposes of it where it can be; the next `share` of its key would generate it again. */
  drop(key: string): void;
  /** Disposes of every answer that is there, and waits until all are gone. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** When to give up, and whom to tell. */
interface SharedAnswersOptions {
  /** Once aborted, nothing is generated, and nobody waits any longer: `share` rejects with code `cancelled`. */
  readonly signal?: AbortSignal;
  /** Called once per generated answer, as soon as it is there or has failed. */
  readonly settled?: (key: string) => void;
}

/**
 * Generates each answer once and keeps it until it is dropped. Whoever asks while it is being generated waits, however
 * long it takes. A failure is shared like an answer: what a run counts does not depend on how many tasks ran at a time,
 * and a model that is down is not asked once more per judge.
 */
export function sharedAnswers({ signal, settled }: SharedAnswersOptions = {}): SharedAnswers {
  const answers = new Map<string, Promise<unknown>>();
  const goodbyes = new Set<Promise<void>>();

  function generated<T>(key: string, generate: () => Promise<T>): Promise<T> {
    const answer = (async () => generate())();
    answers.set(key, answer);
    const done = () => settled?.(key);
    answer.then(done, done);
    return answer;
  }

  function drop(key: string): void {
    const answer = answers.get(key);
    if (answer === undefined) return;
    answers.delete(key);
    const putAway = (value: unknown) => {
      const goodbye = disposed(value).finally(() => goodbyes.delete(goodbye));
      goodbyes.add(goodbye);
    };
    answer.then(putAway, () => undefined);
  }

  const until = (own: AbortSignal | undefined) => ({
    get size() {
      return answers.size;
    },
    async share<T>(key: string, generate: () => Promise<T>) {
      if (own?.aborted) throw cancelled();
      // one key is always asked for with one type: it stands for one answer of one run
      const known = answers.get(key) as Promise<T> | undefined;
      const answer = known ?? generated(key, generate);
      return { value: await untilAborted(answer, own, cancelled), shared: known !== undefined };
    },
  });

  return Object.assign(until(signal), {
    until,
    drop,
    async [Symbol.asyncDispose]() {
      for (const key of answers.keys()) drop(key);
      // those that are there say goodbye now; nobody waits for one that is still being generated
      await Promise.resolve();
      await Promise.all(goodbyes);
    },
  });
}

const cancelled = () => new KareninaError("cancelled", "The run was cancelled before the answer was there.");

/** Never rejects: an answer that cannot be put away is no reason to fail a run. */
async function disposed(value: unknown): Promise<void> {
  if (typeof value !== "object" || value === null || !(Symbol.asyncDispose in value)) return;
  const dispose = value[Symbol.asyncDispose];
  if (typeof dispose !== "function") return;
  await Promise.resolve(dispose.call(value)).catch(() => undefined);
}
