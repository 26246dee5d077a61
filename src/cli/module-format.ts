import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What Node has found where an import leads, and the kind of module it takes that for. */
export interface FoundModule {
  readonly url: string;
  readonly format?: string | null | undefined;
}

const moduleSyntax = /^\s*(?:import\b(?!\s*[(.])|export\b)/m;

/**
 * A user's own `.ts` or `.js` file with `import` or `export` in it is an ECMAScript module, also where the package.json around
 * says `"type": "commonjs"`, as npm writes it, or nothing.
 */
export function withModuleFormat<Found extends FoundModule>(found: Found): Found {
  const { url, format } = found;
  const ending = /\.([jt]s)$/.exec(url)?.[1];
  const isOpen = format === null || format === undefined || format.startsWith("commonjs");
  if (ending === undefined || !isOpen || !url.startsWith("file:") || url.includes("/node_modules/"))
    return found;
  if (!moduleSyntax.test(readFileSync(fileURLToPath(url), "utf8"))) return found;
  return { ...found, format: ending === "ts" ? "module-typescript" : "module" };
}
