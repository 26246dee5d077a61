import { createContext, Script } from "node:vm";
import {
  KareninaError,
  type PatternEngine,
  type PatternFlags,
  type PatternMatch,
  toJavaScriptPattern,
} from "../../base/index.ts";

/** Limits of pattern matching. */
export interface SandboxPatternEngineOptions {
  /** Longest time for finding all matches in one text, in milliseconds; default 250. */
  readonly timeoutMs?: number;
}

/**
 * Runs patterns that need backtracking (lookaround, backreferences) under a deadline. The pattern and the text
 * are data, no code of a file runs, so the machine's own regular expressions serve: `node:vm` only stops them
 * in time. For use as the fallback of `createPatternEngine`.
 *
 * @throws KareninaError `sandbox_limit` when matching takes too long, `invalid_input` for an unreadable pattern
 */
export function createSandboxPatternEngine(options: SandboxPatternEngineOptions = {}): PatternEngine {
  const { timeoutMs = 250 } = options;
  const guarded = createDeadline(timeoutMs);
  return {
    validate(pattern, flags) {
      compile(pattern, flags);
    },
    matches(pattern, text, { limit = Number.POSITIVE_INFINITY, ...flags } = {}) {
      const expression = compile(pattern, flags);
      const found = guarded(() => take(text.matchAll(expression), limit));
      if (found !== undefined) return found;
      throw new KareninaError(
        "sandbox_limit",
        `The pattern ${JSON.stringify(pattern)} took longer than ${timeoutMs} ms.`,
        {
          hint: "Write it so that there is one way to match: nested repetitions are the usual cause.",
        },
      );
    },
  };
}

function compile(pattern: string, flags: PatternFlags | undefined): RegExp {
  const translated = toJavaScriptPattern(pattern, flags);
  return new RegExp(translated.source, `g${translated.flags}`);
}

function take(matches: Iterable<RegExpExecArray>, limit: number): readonly PatternMatch[] {
  const found: PatternMatch[] = [];
  if (limit <= 0) return found;
  for (const match of matches) {
    found.push({ text: match[0], groups: match.slice(1), index: match.index });
    if (found.length >= limit) break;
  }
  return found;
}

/** Runs an action; undefined when it was stopped. */
function createDeadline(timeoutMs: number): <T>(action: () => T) => T | undefined {
  const script = new Script("action()");
  const scope: { action?: () => unknown } = {};
  const context = createContext(scope);
  return <T>(action: () => T) => {
    scope.action = action;
    try {
      return script.runInContext(context, { timeout: timeoutMs }) as T; // the script returns what `action` returns
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw error;
    } finally {
      delete scope.action;
    }
  };
}

/** The error is one of the context it stopped, so no instance of this realm's `Error`. */
function isTimeout(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
