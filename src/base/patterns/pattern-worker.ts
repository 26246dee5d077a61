import { parentPort } from "node:worker_threads";
import { KareninaError } from "../errors.ts";
import { LruCache } from "../lru-cache.ts";
import { backtracking } from "./backtracking-spans.ts";
import { toJavaScriptPattern } from "./dialect/javascript-source.ts";
import { linearSpans } from "./linear-spans.ts";
import type { PatternReply, PatternRequest } from "./pattern-thread.ts";
import { type ReadPattern, readPattern } from "./read-pattern.ts";
import { collectSpans } from "./spans.ts";

/** The thread in which long searches run: one at a time, until it is ended. Few patterns are kept, as they may be large. */
const patterns = new LruCache<string, ReadPattern>(20);

/** Larger patterns are not written out for RE2. */
const LARGEST_PROGRAM = 50_000;

function answer({ pattern, text, limit, flags }: PatternRequest): PatternReply {
  try {
    const read = patterns.getOrCreate(JSON.stringify([pattern, flags]), () => readPattern(pattern, flags));
    const linear = read.size > LARGEST_PROGRAM ? undefined : linearSpans(read, text);
    const found = collectSpans(
      pattern,
      linear ?? backtracking(toJavaScriptPattern(pattern, flags))(text),
      limit,
    );
    return { found };
  } catch (error) {
    if (!KareninaError.isInstance(error)) throw error;
    const { code, message, hint } = error;
    return { failure: { code, message, hint } };
  }
}

parentPort?.on("message", (request: PatternRequest) => parentPort?.postMessage(answer(request)));
parentPort?.postMessage("ready");
