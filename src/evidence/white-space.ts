/** Whether a UTF-16 unit is white space as Python's `str.split` sees it: U+001C–U+001F and U+0085 count, U+FEFF does not. */
export function isWhiteSpace(unit: number): boolean {
  if (unit < 0x85) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1f);
  if (unit < 0x2000) return unit === 0x85 || unit === 0xa0 || unit === 0x1680;
  return (
    unit <= 0x200a ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  );
}
