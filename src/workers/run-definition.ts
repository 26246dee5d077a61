import path from "node:path";
import * as z from "zod";
import { AnyJsonObject, KareninaError, packageVersion, tryParseJson, wireCodec } from "../base/index.ts";

/** A file that a worker must have itself, by what it holds. */
const NeededFile = z.object({
  /** As the run that began names it; for people, and of files that settings name the place where they are read. */
  path: z.string(),
  /** Of its bytes, lower-case hexadecimal. */
  sha256: z.string(),
});
export type NeededFile = z.infer<typeof NeededFile>;

/** A module of the user's own, whose code never travels. */
const NeededModule = NeededFile.extend({ use: z.enum(["benchmark", "plugin", "app"]) });
export type NeededModule = z.infer<typeof NeededModule>;

/** What a worker needs to know of a run to take part in it. Keys are not in it, only the names of their variables. */
export const RunDefinition = z.object({
  format: z.literal("karenina-run").default("karenina-run"),
  version: z.literal(1).default(1),
  /** The version of karenina that began it: results of one run are of one version. */
  karenina: z.string(),
  /** The text of the checkpoint; null: a module is the benchmark. */
  benchmark: z.string().nullable(),
  /** In its stored form. */
  config: AnyJsonObject,
  questionIds: z.array(z.string()).nullable().default(null),
  scenarios: z.array(z.string()).nullable().default(null),
  runName: z.string().nullable().default(null),
  /** What is taken from an earlier run; its file is among those of the run, see {@link reusedFile}. */
  reuse: z
    .object({
      /** As it was named; its ending says what it is. */
      name: z.string(),
      take: z.enum(["answers", "known"]),
      missing: z.enum(["ask", "leave"]),
    })
    .nullable()
    .default(null),
  /** The folder that workspace paths of questions start from, where agents need it. */
  workspaceRoot: z.string().nullable().default(null),
  /** Of each group one environment variable must be set. */
  variables: z.array(z.array(z.string())).default([]),
  modules: z.array(NeededModule).default([]),
  files: z.array(NeededFile).default([]),
});
export type RunDefinition = z.infer<typeof RunDefinition>;

/** What the file of an earlier run is called among those that go with questions. */
export const reusedFile = (name: string): string => `.karenina/earlier-run${path.extname(name)}`;

const codec = wireCodec(RunDefinition);

/** As it stands in a store. */
export const renderDefinition = (definition: RunDefinition): string =>
  JSON.stringify(codec.encode(definition));

/**
 * Reads it.
 *
 * @throws KareninaError `configuration` for one of another version of karenina, and for what is none.
 */
export function parseDefinition(text: string): RunDefinition {
  const json = tryParseJson(text);
  const version = typeof json === "object" && json !== null && "karenina" in json ? json.karenina : undefined;
  if (version !== packageVersion())
    throw new KareninaError(
      "configuration",
      `The run was begun by karenina ${String(version)}; this is ${packageVersion()}.`,
      { hint: "All machines of a run need the same version." },
    );
  return codec.decode(json, "The definition of the run");
}
