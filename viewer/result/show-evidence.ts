/** The element of an excerpt. */
export const excerptElement = (tag: string): string => `excerpt-${tag}`;

/** Shows what was made of a quoted passage. */
export function showEvidence(tag: string): void {
  const element = document.getElementById(excerptElement(tag));
  element?.scrollIntoView({ block: "center" });
  element?.focus({ preventScroll: true });
}

/** Shows where a quoted passage stands in the answer. */
export function showPassage(tag: string): void {
  const element = document.querySelector(`.answer-text button[data-tag="${CSS.escape(tag)}"]`);
  element?.scrollIntoView({ block: "center" });
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
