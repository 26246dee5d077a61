import { parentPort } from "node:worker_threads";
import { KareninaError } from "../errors.ts";
import { LruCache } from "../lru-cache.ts";
import { toJavaScriptPattern } from "./dialect/javascript-source.ts";
import { linearSpans } from "./linear-spans.ts";
import type { PatternReply, PatternRequest } from "./pattern-thread.ts";
import { type ReadPattern, readPattern } from "./read-pattern.ts";
import { collectSpans, type Spans } from "./spans.ts";

/** The thread in which long searches run: one at a time, until it is ended. Few patterns are kept, as they may be large. */
const patterns = new LruCache<string, ReadPattern>(20);

/** Larger patterns are not written out for RE2. */
const LARGEST_PROGRAM = 50_000;

function answer({ pattern, text, limit, flags }: PatternRequest): PatternReply {
  try {
    const read = patterns.getOrCreate(JSON.stringify([pattern, flags]), () => readPattern(pattern, flags));
    const linear = read.size > LARGEST_PROGRAM ? undefined : linearSpans(read, text);
    const found = collectSpans(pattern, linear ?? backtrackingSpans({ pattern, flags, text }), limit);
    return { found };
  } catch (error) {
    if (!KareninaError.isInstance(error)) throw error;
    const { code, message, hint } = error;
    return { failure: { code, message, hint } };
  }
}

function* backtrackingSpans({
  pattern,
  flags,
  text,
}: Pick<PatternRequest, "pattern" | "flags" | "text">): Generator<Spans> {
  const translated = toJavaScriptPattern(pattern, flags);
  for (const { indices } of text.matchAll(new RegExp(translated.source, `dg${translated.flags}`)))
    yield [0, ...translated.groups].flatMap((group) => indices?.[group] ?? [-1, -1]);
}

parentPort?.on("message", (request: PatternRequest) => parentPort?.postMessage(answer(request)));
parentPort?.postMessage("ready");
