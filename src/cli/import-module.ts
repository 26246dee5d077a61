import { stat } from "node:fs/promises";
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { KareninaError, messageOf, oneLine, readErrorCode } from "../base/index.ts";
import { withModuleFormat } from "./module-format.ts";
import { refuseEarlyEnd } from "./refuse-early-end.ts";
import { placeOfSyntaxError } from "./syntax-error-place.ts";

/** Packages that such a module may import although it is in no project that has them. */
const lent = ["karenina", "zod"];

/** What a module exports. */
export interface ImportedModule {
  /** Its default export; a promise is waited for. */
  readonly value: unknown;
  /** Everything that it exports, by name. */
  readonly exports: object;
  /** What it exports, in a phrase: `nothing`, `only answer, sum`, `a value of type object`. */
  readonly found: string;
}

/**
 * Runs a module of the user's own and takes its default export. Node strips its types. `karenina` and `zod` are ours where
 * the module's own surroundings have none.
 *
 * A module that never ends loading, or ends the process, is named when the process ends.
 *
 * @throws KareninaError `file_unreadable` when the module fails, and for what is no file, such as a pipe.
 */
export async function importModule(file: string): Promise<ImportedModule> {
  await requireFile(file);
  using _loaded = refuseEarlyEnd(
    process,
    `${oneLine(file)} did not finish loading: it ends the process, or waits for something that never comes.`,
  );
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
    const value: unknown = await Reflect.get(module, "default");
    return { value, exports: module, found: exportsText(value, Object.keys(module)) };
  } catch (error) {
    throw KareninaError.isInstance(error) ? addPlace(error) : failedModule(file, error);
  } finally {
    hooks.deregister();
  }
}

/** Reading a pipe would wait for its writer, and nothing could end that. */
async function requireFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    throw new KareninaError("file_unreadable", `${file} cannot be opened: ${messageOf(error)}`, {
      cause: error,
    });
  });
  if (found.isFile()) return;
  const kind = found.isDirectory() ? "a folder" : "no regular file";
  throw new KareninaError("file_unreadable", `${file} is ${kind}, not a module.`);
}

function exportsText(value: unknown, names: readonly string[]): string {
  if (value !== undefined) return `a value of type ${typeof value}`;
  return names.length === 0 ? "nothing" : `only ${names.join(", ")}`;
}

const strippingHint =
  "Node runs TypeScript by taking its types out: enums, namespaces and parameter properties do not work.";

function failedModule(file: string, error: unknown): KareninaError {
  const syntax = error instanceof SyntaxError ? placeOfSyntaxError(file, error) : undefined;
  if (syntax !== undefined) {
    const hint = readErrorCode(error) === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX" ? strippingHint : undefined;
    const message = `${syntax} could not be loaded: ${messageOf(error)}`;
    return new KareninaError("file_unreadable", message, { hint, cause: error });
  }
  const place = error instanceof Error ? placeIn(file, error.stack ?? "") : undefined;
  return new KareninaError(
    "file_unreadable",
    `${file} could not be loaded: ${messageOf(error)}${place === undefined ? "" : ` (line ${place})`}`,
    { cause: error },
  );
}

/** With the line of the user's code that made it, such as that of a template whose ground truth does not fit. */
function addPlace(error: KareninaError): KareninaError {
  const place = userPlace(error.stack ?? "");
  if (place === undefined) return error;
  const { code, message, hint } = error;
  return new KareninaError(code, `${place}: ${message}`, { hint, cause: error });
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
