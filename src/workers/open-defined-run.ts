import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Clock, type Environment, KareninaError, makeFolders } from "../base/index.ts";
import { decodeConfig, type ModelConfig } from "../config/index.ts";
import type { ReadLogHeader } from "../result/index.ts";
import type { Store } from "../stores/index.ts";
import { readRunFiles } from "../stores/index.ts";
import {
  Benchmark,
  openReuseSource,
  type PreparedRun,
  planReuse,
  prepareRun,
  type ReusePlan,
  type RunExtensions,
  resolveSettings,
  runHeader,
} from "../verify/index.ts";
import { type RunDefinition, reusedFile } from "./run-definition.ts";
import { storedHeader } from "./stored-lines.ts";

/** What modules of the user's own bring into a run. */
export interface LoadedModules {
  readonly extensions: RunExtensions;
  /** Models under test that take the place of those in the settings. */
  readonly apps: readonly ModelConfig[];
  /** Undefined: the definition has it. */
  readonly benchmark: Benchmark | undefined;
}

/** A run that a worker takes part in, until it is disposed of. */
export interface OpenedRun extends AsyncDisposable {
  readonly run: PreparedRun;
  /** What is taken from an earlier run. */
  readonly reuse: ReusePlan | undefined;
}

/** What a worker has for it. */
interface OpenOptions {
  readonly store: Store;
  /** In the store. */
  readonly id: string;
  readonly modules: LoadedModules;
  /** The folder that workspace paths start from here; default: as the definition says. */
  readonly workspaceRoot?: string | undefined;
  readonly environment: Environment;
  readonly clock: Clock;
}

/**
 * Puts a run together from its definition exactly as it was put together where it began.
 *
 * @param header the first line of the run's log, by which it is known to be the same
 * @throws KareninaError as `prepareRun`, and `configuration` where it has become another run.
 */
export async function openDefinedRun(
  definition: RunDefinition,
  header: string,
  { store, id, modules, workspaceRoot, environment, clock }: OpenOptions,
): Promise<OpenedRun> {
  const { extensions, apps } = modules;
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "karenina-worker-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const benchmark = modules.benchmark ?? (await benchmarkIn(folder, definition));
  for (const [name, content] of await readRunFiles(store, id)) {
    const file = path.resolve(folder, name);
    if (!file.startsWith(folder + path.sep)) continue;
    await makeFolders(path.dirname(file));
    await writeFile(file, content);
  }
  benchmark.attachmentsRoot = folder;
  benchmark.workspaceRoot = workspaceRoot ?? definition.workspaceRoot ?? undefined;
  const { answering_models: models, ...rest } = definition.config;
  const settings =
    apps.length > 0 ? rest : { ...rest, ...(models !== undefined && { answering_models: models }) };
  const config = decodeConfig(settings, "The settings of the run", extensions.interfaces);
  const run = prepareRun(
    benchmark,
    resolveSettings(apps.length > 0 ? { ...config, answeringModels: [...apps] } : config, extensions),
    {
      stages: extensions.stages,
      runName: definition.runName,
      ...(definition.questionIds !== null && { questionIds: definition.questionIds }),
      ...(definition.scenarios !== null && { scenarios: definition.scenarios }),
    },
  );
  requireSame(run, storedHeader(store, id, header), clock);
  const reuse = await reusePlan(run, definition, { folder, environment });
  const kept = opened.move();
  return { run, reuse, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function reusePlan(
  run: PreparedRun,
  { reuse }: RunDefinition,
  { folder, environment }: { readonly folder: string; readonly environment: Environment },
): Promise<ReusePlan | undefined> {
  if (reuse === null) return undefined;
  const { name, ...request } = reuse;
  // what is wrong with the file was told where the run began
  const source = await openReuseSource(reusedFile(name), { workingDirectory: folder, tell: () => undefined });
  return await planReuse(run, { ...request, source: { ...source, name } }, environment);
}

async function benchmarkIn(folder: string, { benchmark }: RunDefinition): Promise<Benchmark> {
  const file = path.join(folder, "benchmark.jsonld");
  await writeFile(file, benchmark ?? "");
  return Benchmark.load(file);
}

function requireSame(run: PreparedRun, begun: ReadLogHeader, clock: Clock): void {
  const here = runHeader({ run, clock, notes: {}, reuse: undefined }, 0);
  const differs = [
    ...(here.benchmark.fingerprint === begun.benchmark.fingerprint ? [] : ["another benchmark"]),
    ...(here.configFingerprint === begun.configFingerprint ? [] : ["other settings"]),
  ];
  if (differs.length === 0) return;
  throw new KareninaError("configuration", `Here the run has ${differs.join(" and ")}.`, {
    hint: "Modules that it uses, or files that they read, differ between the machines.",
  });
}
