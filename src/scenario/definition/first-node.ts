/**
 * Whether keys of an object may stand elsewhere than where they were written: JavaScript puts those that are whole numbers
 * before all others.
 */
export function areReordered(ids: readonly string[]): boolean {
  return ids.length > 1 && ids.some((id) => /^(?:0|[1-9]\d{0,9}|__proto__)$/.test(id));
}

/** The node that walks begin at where none is named: the first. Undefined where nobody knows which was written first. */
export function firstNode(nodes: { readonly [id: string]: unknown }): string | undefined {
  const ids = Object.keys(nodes);
  return areReordered(ids) ? undefined : ids[0];
}
