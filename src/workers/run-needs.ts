import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type Environment, isThere, pluralize, variable } from "../base/index.ts";
import { vendorOfCalls } from "../models/index.ts";
import { listReadFiles, type PreparedRun, type ReusePlan } from "../verify/index.ts";
import type { NeededFile, NeededModule, RunDefinition } from "./run-definition.ts";

/** SHA-256 of a file of any size, lower-case hexadecimal. */
export async function fileDigest(file: string): Promise<string> {
  const digest = createHash("sha256");
  await pipeline(createReadStream(file), digest);
  return digest.digest("hex");
}

/** The environment variables that a run's models take their keys from, those that are asked: of each group one is enough. */
export async function neededVariables(run: PreparedRun, reuse: ReusePlan | undefined): Promise<string[][]> {
  const { resolved, plan } = run;
  const models = [
    ...resolved.answeringModels.filter(({ id }) => reuse?.unaskedAnswering.has(id) !== true),
    ...resolved.parsingModels.filter(({ id }) => reuse?.unaskedJudges.has(id) !== true),
    ...plan.traitModels.values(),
    ...plan.walkJudges.values(),
  ];
  const groups = await Promise.all(
    models.map(async ({ apiKeyEnv, innerInterface, modelProvider }) => {
      if (apiKeyEnv !== null) return [apiKeyEnv];
      if (innerInterface.reached !== "network") return [];
      return [...((await vendorOfCalls(innerInterface, modelProvider))?.keyVariables ?? [])];
    }),
  );
  const { embeddingCheckApiKeyEnv: ofCheck } = resolved;
  const all = [...groups, ofCheck === null ? [] : [ofCheck]].filter((group) => group.length > 0);
  return [...new Map(all.map((group) => [group.join(), group])).values()];
}

/** The files that its settings name; attachments travel with the run. */
export async function neededFiles(run: PreparedRun): Promise<NeededFile[]> {
  const attached = new Set(
    run.plan.questions.flatMap(({ attachments = [] }) => attachments.map(({ path }) => path)),
  );
  const named = new Set(listReadFiles(run).filter((file) => !attached.has(file)));
  return Promise.all([...named].map(async (path) => ({ path, sha256: await fileDigest(path) })));
}

/** Modules that a worker has, by the digest of what they hold. */
export type OfferedModules = ReadonlyMap<string, string>;

/** What a worker lacks for a run, a phrase each; empty: nothing. */
export async function lackingFor(
  { variables, modules, files, workspaceRoot }: RunDefinition,
  { environment, offered }: { readonly environment: Environment; readonly offered: OfferedModules },
): Promise<readonly string[]> {
  const unset = variables.filter((group) => group.every((name) => variable(environment, name) === undefined));
  const absent = modules.filter(({ sha256 }) => !offered.has(sha256));
  const other = await Promise.all(files.map(async (file) => ((await isSame(file)) ? [] : [file])));
  const hasRoot = workspaceRoot === null || (await isThere(workspaceRoot));
  return [
    ...unset.map((group) => `the environment variable ${group.join(" or ")}`),
    ...absent.map((module) => `the ${moduleText(module)} (--module FILE)`),
    ...other.flat().map(({ path, sha256 }) => `the file ${path} (sha256 ${short(sha256)})`),
    ...(hasRoot ? [] : [`the folder ${workspaceRoot} with the files of questions (--workspace-root)`]),
  ];
}

/** What is lacking in a sentence. */
export const lackingText = (lacking: readonly string[]): string =>
  `lacks ${pluralize(lacking.length, "thing")}: ${lacking.join("; ")}`;

const uses = { benchmark: "benchmark module", plugin: "plugin", app: "application" } as const;
const short = (digest: string) => digest.slice(0, 12);
const moduleText = ({ use, path, sha256 }: NeededModule) => `${uses[use]} ${path} (sha256 ${short(sha256)})`;

async function isSame({ path, sha256 }: NeededFile): Promise<boolean> {
  return (await isThere(path)) && (await fileDigest(path)) === sha256;
}
