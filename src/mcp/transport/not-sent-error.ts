/** A message did not reach the server, so what it asks for was not done. */
export class NotSentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NotSentError";
  }
}
