import { basename } from "node:path";
import { KareninaError, messageOf, type startDeadline, TransportError } from "../../base/index.ts";
import { cancelledError } from "../../http/index.ts";

const failedForMemory = (error: unknown): boolean =>
  error instanceof Error && error.constructor.name === "InsufficientMemoryError";

const withDetail = (error: unknown, complaint: string): string =>
  complaint === "" ? messageOf(error) : `${messageOf(error)} (${complaint})`;

/** The error of a model file that could not be loaded. */
export function loadError(path: string, error: unknown, complaint: string): KareninaError {
  if (KareninaError.isInstance(error)) return error;
  const hint = failedForMemory(error)
    ? "Choose a smaller or more strongly quantised model, or fewer gpu_layers."
    : "The file may be cut off or damaged, or newer than this version of node-llama-cpp.";
  return new KareninaError(
    "configuration",
    `The model ${path} could not be loaded: ${withDetail(error, complaint)}`,
    { hint, cause: error },
  );
}

/** The error of a context there is no memory for. */
export function contextError(
  path: string,
  { contextSize, parallel }: { readonly contextSize: number; readonly parallel: number },
  error: unknown,
  complaint: string,
): KareninaError {
  return new KareninaError(
    "configuration",
    `No context of ${contextSize} tokens × ${parallel} could be made for ${path}: ${withDetail(error, complaint)}`,
    { hint: "Lower context_size, or how many replies are generated at the same time.", cause: error },
  );
}

/** The error of a prompt that leaves no room for a reply. */
export function contextTooLong(modelPath: string, promptTokens: number, contextSize: number): TransportError {
  return new TransportError(
    "permanent",
    `The prompt has ${promptTokens} tokens; the context of ${basename(modelPath)} holds ${contextSize}, reply included.`,
    { hint: "Raise context_size if the model was trained for more, or shorten the prompt." },
  );
}

/** The error of a conversation that outgrew its context while the reply was written. */
export function contextFull(modelPath: string, contextSize: number): TransportError {
  return new TransportError(
    "permanent",
    `The context of ${basename(modelPath)}, ${contextSize} tokens, was full before the reply was complete.`,
    { hint: "Raise context_size, or lower max_tokens." },
  );
}

/** One reply, as far as its failure depends on it. */
interface Attempt {
  readonly deadline: ReturnType<typeof startDeadline>;
  readonly timeoutMs: number | undefined;
}

/** Anything thrown while a reply was generated, as ours: cancelled, out of time, or a fault of the library. */
export function generationError(modelPath: string, error: unknown, attempt: Attempt): KareninaError {
  if (attempt.deadline.timedOut) {
    return new TransportError(
      "timeout",
      `Model "${basename(modelPath)}" gave no complete reply within ${(attempt.timeoutMs ?? 0) / 1000} s.`,
      { hint: "Raise the request timeout, or lower max_tokens.", cause: error },
    );
  }
  if (attempt.deadline.signal.aborted) return cancelledError(error);
  if (KareninaError.isInstance(error)) return error;
  return new TransportError(
    "server_error",
    `Model "${basename(modelPath)}" failed while it generated a reply: ${messageOf(error)}`,
    { cause: error },
  );
}
