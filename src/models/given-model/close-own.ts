import { type Clock, messageOf, saidText } from "../../base/index.ts";

/** So long a connection of the program's own may take to close. */
const closingMs = 5000;

/** Whose connection is closed. */
export interface ClosingOptions {
  /** Id of the model, for messages. */
  readonly id: string;
  readonly clock: Clock;
  /** Told why it could not be closed. */
  readonly notify: (text: string) => void;
}

/**
 * Closes a connection of the program's own, once however often it is called. One that fails at it, or takes longer than
 * 5 seconds, is told and takes no results with it.
 */
export function closingOwn(own: Partial<AsyncDisposable>, options: ClosingOptions): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= close(own, options);
    return closing;
  };
}

async function close(own: Partial<AsyncDisposable>, { id, clock, notify }: ClosingOptions): Promise<void> {
  const over = new AbortController();
  const late = async () => {
    await clock.sleep(closingMs, over.signal);
    throw new Error(`it took longer than ${closingMs / 1000} s`);
  };
  try {
    const closed = (async () => own[Symbol.asyncDispose]?.())();
    await Promise.race([closed, late()]);
  } catch (error) {
    notify(`The connection of model "${id}" was not closed: ${saidText(messageOf(error))}`);
  } finally {
    over.abort();
  }
}
