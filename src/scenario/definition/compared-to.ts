import type { JsonValue } from "../../base/index.ts";
import type { PrimitiveSpec } from "../../template/index.ts";

/** What a value is compared with, and how. */
export interface ComparedTo {
  /** Null where the primitive itself says what is expected, as a range does. */
  readonly expected: JsonValue;
  readonly verifyWith: PrimitiveSpec;
}
