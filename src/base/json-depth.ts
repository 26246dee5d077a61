/** True for JSON text with more objects and lists inside one another than `levels`; brackets inside texts do not count. */
export function nestsDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inText) {
      if (character === "\\") index += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === "{" || character === "[") {
      depth += 1;
      if (depth > levels) return true;
    } else if (character === "}" || character === "]") depth -= 1;
  }
  return false;
}
