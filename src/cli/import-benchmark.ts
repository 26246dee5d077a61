import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { KareninaError, messageOf, readErrorCode } from "../base/index.ts";
import type { BenchmarkContent } from "../benchmark/index.ts";
import { Benchmark } from "../verify/index.ts";
import { withModuleFormat } from "./module-format.ts";
import { placeOfSyntaxError } from "./syntax-error-place.ts";

/** Packages that a benchmark module may import although it is in no project that has them. */
const lent = ["karenina", "zod"];

/** A benchmark of this package or of another copy of it. */
function isBenchmark(value: unknown): value is { readonly content: BenchmarkContent } {
  if (value instanceof Benchmark) return true;
  if (typeof value !== "object" || value === null || !("content" in value)) return false;
  const { content } = value;
  return (
    typeof content === "object" &&
    content !== null &&
    "questions" in content &&
    Array.isArray(content.questions)
  );
}

/**
 * Runs a module and takes its default export. Node strips its types. `karenina` and `zod` are ours where the module's
 * own surroundings have none.
 *
 * @throws KareninaError `file_unreadable` when the module fails, `invalid_input` when its default export is no benchmark.
 */
export async function importBenchmark(file: string): Promise<Benchmark> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const isLent = lent.some((name) => specifier === name || specifier.startsWith(`${name}/`));
      if (!isLent) return withModuleFormat(next(specifier, context));
      try {
        return next(specifier, context);
      } catch {
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
  });
  try {
    const module: object = await import(pathToFileURL(file).href);
    const exported: unknown = Reflect.get(module, "default");
    const value = exported instanceof Promise ? await exported : exported;
    if (value instanceof Benchmark) return value;
    if (isBenchmark(value)) return new Benchmark({ content: value.content, path: file });
    throw notABenchmark(file, exported, Object.keys(module));
  } catch (error) {
    throw KareninaError.isInstance(error) ? placed(error) : failedModule(file, error);
  } finally {
    hooks.deregister();
  }
}

function notABenchmark(file: string, exported: unknown, names: readonly string[]): KareninaError {
  const nothing = names.length === 0 ? "nothing" : `only ${names.join(", ")}`;
  const found = exported === undefined ? nothing : `a value of type ${typeof exported}`;
  return new KareninaError(
    "invalid_input",
    `${file} should export a benchmark by default; it exports ${found}.`,
    {
      hint: "End the file with `export default benchmark;`, made by `Benchmark.create`.",
    },
  );
}

const strippingHint =
  "Node runs TypeScript by taking its types out: enums, namespaces and parameter properties do not work.";

function isUntranslatable(error: unknown): boolean {
  return readErrorCode(error) === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX";
}

function failedModule(file: string, error: unknown): KareninaError {
  const syntax = error instanceof SyntaxError ? placeOfSyntaxError(file, error) : undefined;
  if (syntax !== undefined) {
    const options = isUntranslatable(error) ? { hint: strippingHint, cause: error } : { cause: error };
    return new KareninaError(
      "file_unreadable",
      `${syntax} could not be loaded: ${messageOf(error)}`,
      options,
    );
  }
  const place = error instanceof Error ? placeIn(file, error.stack ?? "") : undefined;
  return new KareninaError(
    "file_unreadable",
    `${file} could not be loaded: ${messageOf(error)}${place === undefined ? "" : ` (line ${place})`}`,
    { cause: error },
  );
}

/** With the line of the user's code that made it, such as that of a template whose ground truth does not fit. */
function placed(error: KareninaError): KareninaError {
  const place = userPlace(error.stack ?? "");
  if (place === undefined) return error;
  const { code, message, hint } = error;
  const options = hint === undefined ? { cause: error } : { hint, cause: error };
  return new KareninaError(code, `${place}: ${message}`, options);
}

const ownFolder = new URL("..", import.meta.url).href;

/** The first place of a stack that is neither in this package nor in another: `/home/me/benchmark.ts, line 12`. */
function userPlace(stack: string): string | undefined {
  const frames = stack.matchAll(/(file:\/\/[^\s()]+?):(\d+):\d+/g);
  for (const [, url = "", line] of frames)
    if (!url.startsWith(ownFolder) && !url.includes("/node_modules/"))
      return `${fileURLToPath(url)}, line ${line}`;
  return undefined;
}

/** The first line of the file that a stack names. */
function placeIn(file: string, stack: string): string | undefined {
  const url = pathToFileURL(file).href;
  const at = stack.indexOf(`${url}:`);
  if (at === -1) return undefined;
  return /^(\d+)/.exec(stack.slice(at + url.length + 1))?.[1];
}
