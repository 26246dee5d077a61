import type * as z from "zod";
import type { ReadValue } from "../../base/index.ts";
import { type Flag, type FlagReader, valueFlag } from "./flag.ts";
import type { NoEffectReason } from "./no-effect-reasons.ts";
import type { SettingQuestion } from "./setting-question.ts";

/** What a setting is about, and under which heading `--help` lists its flags. */
export const topics = {
  evaluation: "Evaluation:",
  embeddingCheck: "Evaluation:",
  deepJudgment: "Deep judgment, of templates:",
  traitDeepJudgment: "Deep judgment, of traits:",
  agents: "Agents:",
  workspaces: "Workspaces:",
  execution: "Execution:",
  notYet: "Execution:",
  model: "Models:",
  tools: "Agents:",
} as const;
export type Topic = keyof typeof topics;

/** Everything that is known about one setting. */
export interface SettingRow<S extends z.ZodType = z.ZodType> {
  /** The values it takes. Every setting may be left out. */
  readonly schema: S;
  /** What it means, with its unit; Markdown, with links that start at `docs/configuration.md`. */
  readonly about: string;
  /** Its value where it is not given. Absent: it is another way to give other settings, or a part of them. */
  readonly default?: z.output<S>;
  /** The default in words, for tables. */
  readonly defaultText?: string;
  /** The option of the command line that gives it. */
  readonly flag?: readonly [flags: string, reads: FlagReader, help: string];
  /** The same where there are several, or switches. */
  readonly flags?: readonly Flag[];
  /** Its name among overrides; default: that of its flag. */
  readonly override?: string;
  /** The environment variable that gives it, and how its text is read. */
  readonly variable?: readonly [name: string, read: (text: string) => ReadValue<string | number | boolean>];
  /** How the interactive mode asks for it; absent: not at all. */
  readonly question?: SettingQuestion;
  /**
   * The name under which stages read it, among the options of a task; absent: no stage does. Own stages read these names:
   * some are those of flags (`abstention`), not of presets (`abstentionEnabled`).
   */
  readonly stageOption?: string;
  /** Why it may do nothing in a run; the first reason that holds is said. */
  readonly withoutEffect?: readonly NoEffectReason[];
  /** How a run proceeds, not what comes out: runs that differ in it are comparable. */
  readonly proceeding?: true;
  /** It belongs to a stage that this version does not have: any value but the default is refused. */
  readonly unavailable?: true;
  /** What its text may hold besides a plain value. */
  readonly holds?: "path" | "secret" | "address";
}

/** A setting, and what it is about. */
export interface Setting<S extends z.ZodType = z.ZodType> extends Omit<SettingRow<S>, "flag"> {
  readonly topic: Topic;
}

/**
 * Makes the settings of one topic.
 *
 * @example
 * const setting = settingsAbout("execution");
 * const rows = { batchTimeoutSeconds: setting({ schema: z.number().positive(), about: "seconds until …", default: 60 }) };
 */
export function settingsAbout(topic: Topic) {
  return <S extends z.ZodType>({ flag, ...row }: SettingRow<S>): Setting<S> => ({
    topic,
    ...(flag !== undefined && { flags: [valueFlag(...flag)] }),
    ...row,
  });
}

/** Settings by name. */
export type Settings = Readonly<Record<string, Setting>>;

type Shape<Rows extends Settings> = { [Name in keyof Rows]: z.ZodOptional<Rows[Name]["schema"]> };

/** The schema of every setting, by name; all of them optional and described. */
export function shapeOf<Rows extends Settings>(rows: Rows): Shape<Rows> {
  const entries = Object.entries(rows).map(([name, { schema, about }]) => [
    name,
    schema.optional().describe(about),
  ]);
  return Object.fromEntries(entries) as Shape<Rows>; // an entry for each row, with its own schema
}

/** The names of the settings of which something holds, in order. */
export function settingNames<Rows extends Settings, Name extends keyof Rows & string = keyof Rows & string>(
  rows: Rows,
  holds: (row: Setting) => boolean,
): readonly Name[] {
  return (Object.keys(rows) as Name[]).filter((name) => holds(rows[name] as Setting)); // its own keys
}
