/** A part of an address without its percent escapes; as it stands where they are none. */
export function decodePercent(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
