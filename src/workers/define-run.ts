import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { KareninaError, packageVersion } from "../base/index.ts";
import { noteConfig, refuseEmbeddedSecrets, withoutSecrets } from "../config/index.ts";
import { type PreparedRun, type ReusePlan, requirePrices } from "../verify/index.ts";
import { type NeededModule, type RunDefinition, reusedFile } from "./run-definition.ts";
import { fileDigest, neededFiles, neededVariables } from "./run-needs.ts";

/** What a run is made of beside what is prepared. */
export interface RunParts {
  /** The module that exports the benchmark, absolute; undefined: it is a file. */
  readonly benchmarkModule: string | undefined;
  /** Modules whose functions it uses, absolute. */
  readonly plugins: readonly string[];
  readonly apps: readonly string[];
  readonly questionIds: readonly string[] | undefined;
  readonly scenarios: readonly string[] | undefined;
  /** What is taken from an earlier run, and its file, absolute. */
  readonly reused: { readonly plan: ReusePlan; readonly file: string } | undefined;
}

/** A run as it travels: its definition, and the files that go with its questions. */
export interface DefinedRun {
  readonly definition: RunDefinition;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Says what a worker needs to take part in a run.
 *
 * @throws KareninaError `configuration` for a key in the settings, which would have to travel, and as `requirePrices`.
 */
export async function defineRun(run: PreparedRun, parts: RunParts): Promise<DefinedRun> {
  const { benchmark, config, plan, runName } = run;
  refuseKeys(run);
  const reuse = parts.reused?.plan;
  await requirePrices(run, reuse);
  const isData = parts.benchmarkModule === undefined || !holdsFunction(benchmark.content);
  const modules = await Promise.all([
    ...(isData ? [] : [neededModule("benchmark", parts.benchmarkModule)]),
    ...parts.plugins.map((file) => neededModule("plugin", file)),
    ...parts.apps.map((file) => neededModule("app", file)),
  ]);
  const attachments = new Map<string, Uint8Array>();
  for (const { attachments: found = [] } of plan.questions)
    for (const one of found) if (one.path !== undefined) attachments.set(one.name, one.read());
  if (parts.reused !== undefined) {
    const { plan, file } = parts.reused;
    attachments.set(reusedFile(plan.source.name), await readFile(file));
  }
  return {
    files: attachments,
    definition: {
      format: "karenina-run",
      version: 1,
      karenina: packageVersion(),
      benchmark: isData ? await checkpointText(run) : null,
      config: noteConfig(withoutSecrets(config)),
      questionIds: parts.questionIds === undefined ? null : [...parts.questionIds],
      scenarios: parts.scenarios === undefined ? null : [...parts.scenarios],
      runName,
      reuse:
        reuse === undefined ? null : { name: reuse.source.name, take: reuse.take, missing: reuse.missing },
      workspaceRoot: plan.workspaces?.root ?? null,
      variables: await neededVariables(run, reuse),
      modules: modules.flat(),
      files: await neededFiles(run),
    },
  };
}

async function neededModule(use: NeededModule["use"], file: string | undefined): Promise<NeededModule[]> {
  return file === undefined ? [] : [{ use, path: file, sha256: await fileDigest(file) }];
}

/** As a file has it: what it says of itself and its questions, functions in templates as their source. */
async function checkpointText({ benchmark }: PreparedRun): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "karenina-run-"));
  try {
    return await readFile(await benchmark.clone().save(path.join(folder, "benchmark.jsonld")), "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keys stay on their machine, and settings with one in them say nothing without it. */
function refuseKeys({ resolved, config }: PreparedRun): void {
  refuseEmbeddedSecrets(config);
  const models = [...resolved.answeringModels, ...resolved.parsingModels];
  const keyed = models.find(
    ({ endpointApiKey, anthropicApiKey }) => (endpointApiKey ?? anthropicApiKey) !== null,
  );
  if (keyed === undefined) return;
  throw new KareninaError(
    "configuration",
    `The settings of model "${keyed.id}" hold a key; keys stay on their machine.`,
    {
      hint: "Name the variable that has it as api_key_env, and set that variable where workers run.",
    },
  );
}

/** Functions do not travel. */
function holdsFunction(value: unknown, seen = new Set<object>()): boolean {
  if (typeof value === "function") return true;
  if (typeof value !== "object" || value === null || seen.has(value)) return false;
  seen.add(value);
  const parts =
    value instanceof Map ? [...value.values()] : value instanceof Set ? [...value] : Object.values(value);
  return parts.some((part) => holdsFunction(part, seen));
}
