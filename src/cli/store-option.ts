import type { Command } from "commander";
import { storeVariable } from "./masked-stream.ts";
import { text } from "./option-values.ts";

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
