import type { Command } from "commander";
import { variable } from "../base/index.ts";
import { openStore, type Store, type StorePlace, storePlace } from "../stores/index.ts";
import { type CommandIo, warn } from "./command-io.ts";
import { usageError } from "./failure.ts";
import { storeVariable } from "./masked-stream.ts";
import { text } from "./option-values.ts";
import { requireStoreFile } from "./store-file.ts";

/** Where runs are kept in a database. */
export interface StoreOptions {
  readonly store?: string;
}

/** Adds the option that names a store, at one of `addresses`. */
export function addStoreOption(command: Command, addresses = "postgres://… or sqlite:FILE"): Command {
  return command.option(
    "--store <address>",
    `where runs are kept: ${addresses}; default: the variable ${storeVariable}`,
    text,
  );
}

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
