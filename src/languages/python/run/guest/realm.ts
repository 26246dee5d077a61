import { constants, createContext, runInContext, SourceTextModule } from "node:vm";

/**
 * A realm of JavaScript with the language and nothing else: nothing of this process is in it, and no text becomes code
 * there. Only what it makes itself goes in: its own functions, its own bytes, and plain texts and numbers.
 */
export interface Realm {
  /** Makes a function of the realm from a function's text. The function must stand alone. */
  make<Made extends (...given: never) => unknown>(standingAlone: Made): Made;
  /** A copy of bytes that belongs to the realm. */
  copyBytes(bytes: Uint8Array): Uint8Array;
  /** What a module without imports exports. */
  load(name: string, source: string): Promise<object>;
}

/** Makes a realm. */
export function createRealm(): Realm {
  const context = createContext(constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: true },
  });
  const run = (code: string) => runInContext(code, context);
  return {
    make: (standingAlone) => run(`"use strict"; (${standingAlone})`),
    copyBytes(bytes) {
      const copy = run(`new Uint8Array(${bytes.length})`);
      Uint8Array.prototype.set.call(copy, bytes);
      return copy;
    },
    async load(name, source) {
      const initializeImportMeta = (meta: { url?: string }) => {
        meta.url = `pyodide:/${name}`;
      };
      const module = new SourceTextModule(source, { context, identifier: name, initializeImportMeta });
      await module.link(() => {
        throw new Error(`${name} must not import anything`);
      });
      await module.evaluate();
      return module.namespace;
    },
  };
}
