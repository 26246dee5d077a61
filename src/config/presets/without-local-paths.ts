import path from "node:path";
import { isJsonObject, type JsonObject, type JsonValue, snakeCase } from "../../base/index.ts";
import { searchToolSettings } from "../settings/search-tool.ts";
import { modelPaths, runPaths } from "./preset-paths.ts";

const holdsPath: ReadonlySet<string> = new Set(
  [...modelPaths, ...runPaths, ...searchToolSettings].map(snakeCase),
);

/**
 * Settings in their stored form for a file that is shared: files are named from the working folder on, those elsewhere
 * by their names alone.
 */
export function withoutLocalPaths(config: JsonObject, workingFolder: string): JsonObject {
  const shared = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(shared);
    return isJsonObject(value) ? withoutLocalPaths(value, workingFolder) : value;
  };
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key,
      holdsPath.has(key) && typeof value === "string" ? nameOf(value, workingFolder) : shared(value),
    ]),
  );
}

function nameOf(file: string, workingFolder: string): string {
  // knows the paths of other systems too
  if (!path.win32.isAbsolute(file)) return file;
  const inside = path.relative(workingFolder, file);
  return inside.startsWith("..") || path.win32.isAbsolute(inside) ? path.win32.basename(file) : inside;
}
