/** A part of a text, the end excluded. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Adds a stretch that ends behind all others, in the place of those that it holds. */
export function addOuter(stretches: Stretch[], stretch: Stretch): void {
  while ((stretches.at(-1)?.start ?? -1) > stretch.start) stretches.pop();
  stretches.push(stretch);
}
