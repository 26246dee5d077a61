/** True for `/`, unless it is typed into a field. */
export function isSearchKey({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isTyping = target instanceof HTMLElement && target.matches("input, select, textarea");
  return key === "/" && !isTyping && !ctrlKey && !metaKey;
}
