import path from "node:path";
import {
  hasReplyStore,
  openReplyStore,
  type ReplyStore,
  replyStoreFolder,
} from "../../../models/recording/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { tableLines } from "../../report/table.ts";
import { snakeKeys } from "../../snake-keys.ts";
import type { CacheClearOptions, CacheShowOptions } from "./cache-commands.ts";

const day = 86_400_000;

/** Says what the store of replies holds. */
export async function cacheShow(
  given: string | undefined,
  options: CacheShowOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const folder = folderOf(given, io);
  await using store = await openedStore(folder, io);
  const models = store?.list() ?? [];
  if (options.json) {
    const dated = models.map(({ oldest, newest, ...model }) => ({
      ...{ ...model, oldest: new Date(oldest).toISOString(), newest: new Date(newest).toISOString() },
    }));
    printJson(io, snakeKeys({ folder, models: dated }));
    return 0;
  }
  if (models.length === 0) {
    print(io, `No replies are kept in ${folder}.`);
    return 0;
  }
  const right = (title: string) => ({ title, align: "right" }) as const;
  const left = (title: string) => ({ title, align: "left" }) as const;
  const rows = models.map(({ model, replies, size, oldest, newest }) => [
    ...[model, String(replies), `${(size / 1_000_000).toFixed(1)} MB`, isoDate(oldest), isoDate(newest)],
  ]);
  const columns = [left("model"), right("replies"), right("size"), left("oldest"), left("newest")];
  for (const line of tableLines(columns, rows)) print(io, line);
  print(io, `In ${folder}.`);
  return 0;
}

/** Removes replies from the store. */
export async function cacheClear(
  given: string | undefined,
  { olderThan }: CacheClearOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const folder = folderOf(given, io);
  await using store = await openedStore(folder, io);
  const removed = store?.clear(olderThan === undefined ? undefined : olderThan * day) ?? 0;
  print(io, `Removed ${removed === 1 ? "1 reply" : `${removed} replies`} from ${folder}.`);
  return 0;
}

const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 10);

const folderOf = (given: string | undefined, { workingDirectory, environment }: CommandIo): string =>
  given === undefined ? replyStoreFolder(environment) : path.resolve(workingDirectory, given);

/** Looking makes no store, and removes nothing by age or size. */
async function openedStore(folder: string, { clock }: CommandIo): Promise<ReplyStore | undefined> {
  if (!(await hasReplyStore(folder))) return undefined;
  const nothing = Number.POSITIVE_INFINITY;
  return openReplyStore(folder, { clock, maxDays: nothing, maxMegabytes: nothing });
}
