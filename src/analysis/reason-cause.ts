/**
 * What failures of one cause share: reasons may differ in times, places and names of requests, while a status tells
 * causes apart.
 *
 * @example
 * reasonCause("status 503 after 12.5 s, request 9f8e7d6c5b") // "status 503 after # s, request #"
 */
export function reasonCause(reason: string): string {
  return reason.replace(/(status )?\b(?:[0-9a-f]{8}[0-9a-f-]*|\d+(?:\.\d+)?)/gi, (found, status) =>
    status === undefined ? "#" : found,
  );
}
