import type { Command } from "commander";
import { count } from "../../option-values.ts";

/** What was given to `karenina cache show`. */
export interface CacheShowOptions {
  readonly json?: boolean;
}

/** What was given to `karenina cache clear`. */
export interface CacheClearOptions {
  readonly olderThan?: number;
}

const folder = ["[dir]", "folder of the store; default: the one that `verify --cache` uses"] as const;
const debug = ["--debug", "show where errors happened"] as const;

/** Describes `karenina cache show`. */
export function describeCacheShow(command: Command): Command {
  return command
    .description("say how many replies are kept, of which models, since when")
    .argument(...folder)
    .option("--json", "print as JSON")
    .option(...debug);
}

/** Describes `karenina cache clear`. */
export function describeCacheClear(command: Command): Command {
  return command
    .description("remove the replies that are kept")
    .argument(...folder)
    .option("--older-than <days>", "only those that were kept longer ago", count)
    .option(...debug);
}
