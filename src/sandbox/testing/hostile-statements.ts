/** Statements that end only at a limit of the sandbox, by name. */
export const endless: readonly [name: string, statements: string][] = [
  ["an endless loop", "while (true) {}"],
  ["an endless loop in finally", "try { while (true) {} } finally { while (true) {} }"],
  ["deep recursion", "const f = () => f(); f();"],
  ["deeply nested JSON", "JSON.parse('['.repeat(100000));"],
  ["a pattern that backtracks", "/^(a+)+$/.test('a'.repeat(40) + 'b');"],
  ["a loop inside the interpreter", "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);"],
  ["an error that never ends", "throw Object.assign(new Error(), { get message() { while (true) {} } });"],
];

/** Statements that throw what is no ordinary error, by what it is. */
export const oddThrows: readonly [thrown: string, statement: string][] = [
  ["null", "throw null;"],
  ["a symbol", "throw Symbol('x');"],
  ["an object that is no text", "throw { toString() { throw 1; } };"],
  ["a proxy", "throw new Proxy({}, { get() { throw 2; } });"],
  ["an error with odd parts", "throw Object.assign(new Error('x'), { name: null, stack: 5n });"],
];

/** An expression that names the kinds of what a machine offers to its programs. */
export const kindsOfGlobals =
  "[typeof process, typeof require, typeof fetch, typeof setTimeout, typeof WebAssembly, typeof SharedArrayBuffer].join()";
