import { sha256 } from "../../base/index.ts";

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}

/** What makes two requests the same. */
interface RequestIdentity {
  readonly kind: "llm" | "embedding";
  readonly model: string;
  readonly request: object;
}

/** SHA-256 of the identity's JSON with sorted keys; a key that is undefined counts as absent. */
export function requestKey(identity: RequestIdentity): string {
  return sha256(JSON.stringify(sorted(identity)));
}
