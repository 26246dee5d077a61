import { variable } from "../base/index.ts";
import { openStore, type Store, type StorePlace, storePlace } from "../stores/index.ts";
import { type CommandIo, warn } from "./command-io.ts";
import { usageError } from "./failure.ts";
import { storeVariable } from "./masked-stream.ts";
import { requireStoreFile } from "./store-file.ts";
import type { StoreOptions } from "./store-option.ts";

/** The store that a command needs. Throws `configuration` where none is named. */
export function neededStore(
  { store }: StoreOptions,
  { environment, workingDirectory }: Pick<CommandIo, "environment" | "workingDirectory">,
): StorePlace {
  const given = store ?? variable(environment, storeVariable);
  if (given !== undefined) return storePlace(given, workingDirectory);
  throw usageError("Which store?", `Name it with --store, or by the variable ${storeVariable}.`);
}

/** Opens the store that a command needs, which must be there; what goes wrong with it meanwhile is told. */
export async function openNeededStore(options: StoreOptions, io: CommandIo): Promise<Store> {
  const place = neededStore(options, io);
  requireStoreFile(place);
  return openStore(place, { notify: (line) => warn(io, line) });
}
