/** How the text of a flag is read. `choice`: it is one of the values that the setting takes. */
export type FlagReader =
  | "count"
  | "wholeNumber"
  | "amount"
  | "positive"
  | "seconds"
  | "share"
  | "address"
  | "text"
  | "variable"
  | "names"
  | "gathered"
  | "choice";

/** An option of the command line. */
export interface Flag {
  /** As help shows it: `--embedding-model <name>`. */
  readonly flags: string;
  /** Its line in help. */
  readonly help: string;
  /** What follows it; absent for a switch. */
  readonly reads?: FlagReader;
  /** The values of a `choice`; default: those of the setting. */
  readonly choices?: readonly string[];
  /** What a switch gives. */
  readonly gives?: boolean;
  /** The name of what it gives; default: the setting's name among overrides. */
  readonly as?: string;
}

/** A flag that a value follows. */
export const valueFlag = (flags: string, reads: FlagReader, help: string, as?: string): Flag => ({
  flags,
  help,
  reads,
  ...(as !== undefined && { as }),
});

/** A switch and its opposite: `--name`, `--no-name`. */
export const switchFlags = (name: string, yes: string, no: string): readonly Flag[] =>
  pairOfFlags([`--${name}`, yes], [`--no-${name}`, no]);

/** A switch and its opposite that have names of their own. */
export const pairOfFlags = (
  yes: readonly [flags: string, help: string],
  no: readonly [flags: string, help: string],
): readonly Flag[] => [
  { flags: yes[0], help: yes[1], gives: true },
  { flags: no[0], help: no[1], gives: false },
];

/** The name that commander gives a flag's value: `--few-shot-k <n>` is `fewShotK`, `--no-async` is `async`. */
export function flagName({ flags }: Flag): string {
  const long = flags.match(/--[\w-]+/g)?.at(-1) ?? flags;
  return long.replace(/^--(no-)?/, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
