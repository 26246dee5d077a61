import type { WrongField } from "../../analysis/index.ts";
import { oneLine } from "../../base/index.ts";

/** `expected BCL2, got BCL-XL`; fields are named where a template has several. Without fields: the reason. */
export function wrongText(
  fields: readonly WrongField[],
  reason: string,
  show: (value: string) => string = oneLine,
): string {
  if (fields.length === 0) return reason;
  return fields
    .map((field) =>
      field.isOnly ? mismatchText(field, show) : `${field.field}: ${mismatchText(field, show)}`,
    )
    .join("; ");
}

function mismatchText({ expected, found, isExtracted }: WrongField, show: (value: string) => string): string {
  const got = isExtracted ? (found === null ? "not stated" : `got ${show(found)}`) : "not so in the trace";
  return `expected ${show(expected)}, ${got}`;
}
