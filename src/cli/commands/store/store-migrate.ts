import { migrateStore } from "../../../stores/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { neededStore } from "../../needed-store.ts";
import type { StoreMigrateOptions } from "./store-commands.ts";

/** Makes the tables of a store. */
export async function storeMigrate(options: StoreMigrateOptions, io: CommandIo): Promise<ExitCode> {
  const place = neededStore(options, io);
  const done = await migrateStore(place);
  print(
    io,
    done.length === 0 ? `${place.name} is up to date.` : `${place.name} is ready: ${done.join(", ")}.`,
  );
  return 0;
}
