import { KareninaError } from "../../base/index.ts";
import type { BenchmarkScenario } from "../../benchmark/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import { filledPlaces } from "../../models/http-application/index.ts";
import { isSourceCode } from "../../scenario/index.ts";
import { needsFolder } from "../agents/needs-folder.ts";
import { listedNames } from "../listed-names.ts";

type ObstacleConfig = Pick<ResolvedConfig, "answeringModels" | "workspaceCopy">;

/**
 * Refuses what a scenario asks for and the models of a run cannot do.
 *
 * @throws KareninaError `configuration` that lists every problem.
 */
export function refuseScenarioObstacles(
  scenarios: readonly BenchmarkScenario[],
  config: ObstacleConfig,
): void {
  const problems = scenarios.flatMap((scenario) => [
    ...differentFolders(scenario),
    ...unknownServers(scenario, config),
    ...config.answeringModels.flatMap((model) => [
      ...untoldHistory(scenario, model),
      ...unwrittenFiles(scenario, model, config),
      ...unpreparedUsers(scenario, model),
    ]),
  ]);
  if (problems.length === 0) return;
  throw new KareninaError(
    "configuration",
    `Scenarios cannot be run as they ask for it:\n${problems.map((line) => `  - ${line}`).join("\n")}`,
    { hint: "Change what is said of them, or name the questions and scenarios to run." },
  );
}

/** A walk has one folder, whatever its nodes. */
function differentFolders({ name, nodes }: BenchmarkScenario): readonly string[] {
  const folders = [...new Set(nodes.flatMap(({ question: { workspacePath } }) => workspacePath ?? []))];
  return folders.length < 2
    ? []
    : [`${name}: a walk works in one folder, and its nodes name ${listedNames(folders)}`];
}

function unknownServers(
  { name, nodes }: BenchmarkScenario,
  { answeringModels }: ObstacleConfig,
): readonly string[] {
  const known = new Set(answeringModels.flatMap(({ mcpUrlsDict }) => Object.keys(mcpUrlsDict ?? {})));
  return nodes.flatMap(({ id, toolFilter }) =>
    (toolFilter?.remove ?? [])
      .filter(({ server }) => !known.has(server))
      .map(
        ({ server }) =>
          `${name}, node ${id}: it goes without tools of ${JSON.stringify(server)}, and no model under test has such a server${known.size === 0 ? "" : `; there are ${listedNames([...known])}`}`,
      ),
  );
}

/** An application is told what was said before where its request has a place for that. */
function untoldHistory({ name, edges }: BenchmarkScenario, model: ResolvedModel): readonly string[] {
  if (model.http === null || filledPlaces(model).has("messages")) return [];
  const isTold = edges.some(
    ({ target, handover }) =>
      target !== "__end__" &&
      (handover === undefined || typeof handover === "function" || isSourceCode(handover)),
  );
  return isTold
    ? [
        `${name}: what was said before has no place in the request of ${model.id} (${model.interface}); add "{{messages}}" to \`http_body\` as a text of its own`,
      ]
    : [];
}

function unwrittenFiles(
  { name, nodes, edges }: BenchmarkScenario,
  model: ResolvedModel,
  { workspaceCopy }: ObstacleConfig,
): readonly string[] {
  if (!edges.some(({ handover }) => handover === "transcript_materialize")) return [];
  if (!needsFolder(model))
    return [
      `${name}: the handover transcript_materialize writes files for an agent that works in a folder, and ${model.id} (${model.interface}) is none`,
    ];
  const own = nodes.find(({ question }) => question.workspacePath !== undefined);
  return own === undefined || workspaceCopy
    ? []
    : [
        `${name}: the handover transcript_materialize would write into ${own.question.workspacePath}, which is used in place; set \`workspace_copy\``,
      ];
}

/** Nobody has prepared answers to what a simulated user will say. */
function unpreparedUsers({ name, nodes }: BenchmarkScenario, model: ResolvedModel): readonly string[] {
  if (model.manualTracesPath === null) return [];
  return nodes
    .filter(({ user }) => user !== undefined)
    .map(
      ({ id }) =>
        `${name}, node ${id}: ${model.id} has prepared answers, and what a simulated user says is not known before`,
    );
}
