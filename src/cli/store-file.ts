import { existsSync } from "node:fs";
import type { StorePlace } from "../stores/index.ts";
import { usageError } from "./failure.ts";

/** Throws `configuration` for a file that is not there: only a run makes one. */
export function requireStoreFile(place: StorePlace): void {
  if (place.kind === "sqlite" && !existsSync(place.file))
    throw usageError(`There is no store ${place.name}.`, "Give the file that --store sqlite:FILE has made.");
}
