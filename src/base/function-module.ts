const isExpression = /^(?:async\s+)?(?:function\b|\(|[\p{L}_$][\p{L}\p{N}_$]*\s*=>)/u;
const methodName = /^(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)\s*\(/u;

/**
 * A TypeScript module that exports a function of this text, as `Function.prototype.toString` gives it; undefined where the text
 * is no plain function or method.
 *
 * @example
 * functionModule("(x) => x > 3"); // "export default (x) => x > 3;\n"
 */
export function functionModule(text: string): string | undefined {
  if (isExpression.test(text)) return `export default ${text.replace(/;\s*$/, "")};\n`;
  const method = methodName.exec(text)?.[1];
  return method === undefined ? undefined : `export default ({ ${text} }).${method};\n`;
}
