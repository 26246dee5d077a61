import { type ErrorCode, KareninaError } from "../base/index.ts";

const codes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "transport",
  "recording_missing",
  "missing_key",
  "missing_dependency",
  "configuration",
]);

/** True where a model or service could not be reached, as opposed to a reply of no use. */
export function isInfrastructureError(error: unknown): boolean {
  return KareninaError.isInstance(error) && codes.has(error.code);
}
