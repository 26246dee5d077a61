import { KareninaError } from "../../base/index.ts";

/** The error for what Python cannot say. */
export function unwritable(problem: string): KareninaError {
  return new KareninaError("template_invalid", `The template cannot be written in Python: ${problem}.`);
}

const keywords = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

/** Whether something can be called so in Python. */
export function isPythonName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !keywords.has(name) && name === name.normalize("NFKC");
}
