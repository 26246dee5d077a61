import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSWASMModule,
  RELEASE_SYNC,
} from "quickjs-emscripten";
import { smallestMemoryBytes } from "./sandbox-protocol.ts";

/** An interpreter in a memory of its own, which holds everything that code in it makes. */
export interface Interpreter {
  readonly quickjs: QuickJSWASMModule;
  /** The most its memory may grow to. */
  readonly memoryBytes: number;
  /** True once more memory was asked for than it may have: what the code made of that is worth nothing. */
  isFull(): boolean;
  /** True once its memory has grown: it never shrinks. */
  hasGrown(): boolean;
}

/** The part of a WebAssembly memory that is used here; Node's types have none. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

declare const WebAssembly: {
  readonly Memory: new (limits: { readonly initial: number; readonly maximum: number }) => WasmMemory;
};

const pageBytes = 64 * 1024;

/** The interpreter asks for more than it needs first, and for less when that is refused, three times in all. */
const attempts = 3;

/** Starts an interpreter whose memory, its own part included, is limited. */
export async function startInterpreter(memoryBytes: number): Promise<Interpreter> {
  const memory = new WebAssembly.Memory({
    initial: smallestMemoryBytes / pageBytes,
    maximum: Math.ceil(memoryBytes / pageBytes),
  });
  const refusals = countRefusals(memory);
  // Without its own error output: a broken interpreter is reported in the reply.
  const silent: object = { printErr: () => undefined };
  const variant = newVariant(RELEASE_SYNC, { wasmMemory: memory, emscriptenModule: silent });
  return {
    quickjs: await newQuickJSWASMModuleFromVariant(variant),
    memoryBytes,
    isFull: () => refusals.most >= attempts,
    hasGrown: () => memory.buffer.byteLength > smallestMemoryBytes,
  };
}

/** Counts how often in a row the memory could not grow. */
function countRefusals(memory: WasmMemory): { readonly most: number } {
  const refusals = { most: 0 };
  let inARow = 0;
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    try {
      const before = grow(pages);
      inARow = 0;
      return before;
    } catch (error) {
      inARow += 1;
      refusals.most = Math.max(refusals.most, inARow);
      throw error;
    }
  };
  return refusals;
}
