/** Makes a title fit for an address: lower-case letters a to z, digits, and single hyphens between words. */
export function slugify(title) {
  return title;
}
