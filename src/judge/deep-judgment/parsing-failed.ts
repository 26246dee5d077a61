import { ReplyError, TransportError } from "../../base/index.ts";

/** The error of a template that could not be filled from evidence; what kind of error it was stays as it is. */
export function parsingFailed(error: unknown): unknown {
  if (ReplyError.isInstance(error)) return new ReplyError(said(error), error.reply, about(error));
  if (TransportError.isInstance(error)) {
    const { category, status, retryAfterMs, partialText } = error;
    return new TransportError(category, said(error), { ...about(error), status, retryAfterMs, partialText });
  }
  return error;
}

function said({ message }: Error): string {
  return `Deep judgment parsing failed: ${message}`;
}

function about(error: ReplyError | TransportError) {
  return { cause: error, ...(error.hint !== undefined && { hint: error.hint }) };
}
