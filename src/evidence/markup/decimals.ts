import { isOpen, replace, type UnitClasses } from "./unit-classes.ts";

/** A middle dot behind other numbers may also be a sign of multiplication. */
const points = /(?<![\p{L}\p{N}.,·∙⋅•‧])0[·∙⋅•‧](?=\d)/gu;

/** Decimal points that journals raise to the middle of the line: 0·5 is 0.5. */
export function readDecimals(units: UnitClasses): void {
  for (const { index } of units.text.matchAll(points))
    if (isOpen(units, index + 1)) replace(units, index + 1, index + 2, ".");
}
