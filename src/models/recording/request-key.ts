import { inKeyOrder, sha256 } from "../../base/index.ts";

/** What makes two requests the same. */
interface RequestIdentity {
  readonly kind: "llm" | "embedding";
  readonly model: string;
  readonly request: object;
}

/** SHA-256 of the identity's JSON with sorted keys; a key that is undefined counts as absent. */
export function requestKey(identity: RequestIdentity): string {
  return sha256(JSON.stringify(inKeyOrder(identity)));
}
