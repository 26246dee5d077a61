import { registerHooks } from "node:module";

/** What of `process` reaches beyond this program, or loads more of Node. */
const reaching = [
  ..."binding _linkedBinding dlopen getBuiltinModule mainModule moduleLoadList kill _kill _debugProcess".split(
    " ",
  ),
  ..."_startProfilerIdleNotifier execve chdir umask abort setuid setgid seteuid setegid setgroups".split(" "),
  ..."initgroups report loadEnvFile setSourceMapsEnabled send disconnect channel connected stdin stdout".split(
    " ",
  ),
  ..."stderr openStdin env argv execArgv config".split(" "),
];

/**
 * Takes from this process what is beyond the language: every global of Node, all modules that are not yet loaded, and
 * what `process` itself opens. It cannot be undone. Code that runs in a realm of its own never sees any of it; this is
 * for code that got out.
 */
export function closeProcess(): void {
  const refuse = (): never => {
    throw "nothing more is loaded";
  };
  registerHooks({ resolve: refuse, load: refuse });
  for (const name of reaching) Object.defineProperty(process, name, { value: undefined });
  const kept = new Set(languageGlobals.split(" "));
  for (const name of Reflect.ownKeys(globalThis))
    if (typeof name === "symbol" || !kept.has(name)) Reflect.deleteProperty(globalThis, name);
}

const languageGlobals =
  "globalThis Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise " +
  "RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl " +
  "ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array " +
  "BigUint64Array BigInt64Array DataView Map Set WeakMap WeakSet WeakRef Proxy Reflect BigInt FinalizationRegistry " +
  "Uint8ClampedArray Iterator isFinite isNaN";
