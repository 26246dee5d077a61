import { type JsonValue, ownEntry } from "../../base/index.ts";
import type { VerificationResult } from "../../result/index.ts";

/** One field of a template: what was expected, what the judge read from the answer, and whether that passed. */
export interface FieldView {
  readonly name: string;
  /** The ground truth; absent where the template has none. */
  readonly expected?: JsonValue;
  /** What the judge read; null: the answer does not say. Absent where no judge filled the field in. */
  readonly extracted?: JsonValue;
  /** True: no judge fills it in, it is checked against the trace. */
  readonly inTrace: boolean;
  /** Null where the judge found no value; absent where nothing was checked. */
  readonly passed?: boolean | null;
  /** Its share of credit in 0..1. */
  readonly score?: number;
}

/** One pattern of a template with what it found. */
export interface PatternView {
  readonly name: string;
  readonly passed: boolean;
  readonly pattern?: string;
  readonly expected?: JsonValue;
  readonly found?: readonly JsonValue[];
  readonly reason?: string;
}

/** The fields of a result's template, in order of appearance; none without a template. */
export function fieldViews({ template }: Pick<VerificationResult, "template">): readonly FieldView[] {
  if (template === null) return [];
  const { parsedGtResponse, parsedLlmResponse, fieldResults, fieldScores } = template;
  const names = [parsedGtResponse, parsedLlmResponse, fieldResults].flatMap((fields) =>
    Object.keys(fields ?? {}),
  );
  return [...new Set(names)].map((name) => {
    const expected = ownEntry(parsedGtResponse, name);
    const extracted = ownEntry(parsedLlmResponse, name);
    const passed = ownEntry(fieldResults, name);
    const score = ownEntry(fieldScores, name);
    return {
      name,
      ...(expected !== undefined && { expected }),
      ...(extracted !== undefined && { extracted }),
      inTrace: parsedLlmResponse !== null && extracted === undefined,
      ...(passed !== undefined && { passed }),
      ...(typeof score === "number" && { score }),
    };
  });
}

/** The patterns that were matched with the answer. */
export function patternViews({ template }: Pick<VerificationResult, "template">): readonly PatternView[] {
  return Object.entries(template?.regexValidationResults ?? {}).map(([name, passed]) => {
    const detail = ownEntry(template?.regexValidationDetails ?? null, name);
    const reason = detail?.error ?? detail?.failureReason ?? detail?.successReason;
    return {
      name,
      passed,
      ...(detail?.pattern !== undefined && { pattern: detail.pattern }),
      ...(detail?.expected !== undefined && { expected: detail.expected }),
      ...(detail?.matchesFound !== undefined && { found: detail.matchesFound }),
      ...(reason !== undefined && { reason }),
    };
  });
}
