import { KareninaError, maskedError, maskSecrets, messageOf, TransportError } from "../base/index.ts";
import type { CallSite } from "./call-site.ts";
import { type Attempt, networkCode, networkError } from "./network-error.ts";

/**
 * What a vendor's package threw, as ours: an error of ours as it is, an ended attempt and faults of the network by what
 * they are, the rest by `classify`; what that does not know will fail in the same way again.
 *
 * @param classify reads the package's own errors; undefined for one that it does not know
 */
export function callError(
  site: CallSite,
  thrown: unknown,
  attempt: Attempt,
  classify: (error: unknown) => KareninaError | undefined,
): KareninaError {
  if (KareninaError.isInstance(thrown)) return thrown;
  if (attempt.deadline.signal.aborted || networkCode(thrown) !== undefined)
    return networkError(site, thrown, attempt);
  return (
    classify(thrown) ??
    new TransportError(
      "permanent",
      `Model "${site.modelName}" at ${site.url} could not be called: ${maskSecrets(messageOf(thrown), site.secrets)}`,
      { cause: maskedError(thrown, site.secrets) },
    )
  );
}
