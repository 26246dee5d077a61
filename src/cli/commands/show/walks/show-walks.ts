import { harmlessJson, pluralize } from "../../../../base/index.ts";
import { type ResultsFile, type VerificationResult, walkToJson } from "../../../../result/index.ts";
import { type CommandIo, type ExitCode, print } from "../../../command-io.ts";
import { terminalOn } from "../../../report/terminal.ts";
import type { ShowOptions } from "../show-command.ts";
import { chooseWalks } from "./choose-walks.ts";
import { walkLines } from "./walk-list.ts";
import { walkPage } from "./walk-page.ts";

/** Lists the walks of a file, or shows one as a page. Of results only those of the shown walk are held in memory. */
export async function showWalks(
  file: ResultsFile,
  options: ShowOptions,
  { listCommand, io }: { readonly listCommand: string; readonly io: CommandIo },
): Promise<ExitCode> {
  const chosen = await chooseWalks(options, file, `\`${listCommand} --walks\` lists the walks.`);
  const { walks } = chosen;
  if (options.json) {
    print(
      io,
      walks.length === 0
        ? "[]"
        : `[\n${walks.map(({ walk }) => harmlessJson(walkToJson(walk))).join(",\n")}\n]`,
    );
    return 0;
  }
  const [only] = walks;
  if (only === undefined) {
    print(io, "No walks: nothing was run of scenarios, or no walk has ended.");
    return 0;
  }
  const terminal = terminalOn(
    io.stdout,
    options.color === false ? { ...io.environment, NO_COLOR: "1" } : io.environment,
  );
  if (walks.length > 1) {
    print(io, `${pluralize(walks.length, "walk")}\n`);
    for (const line of walkLines(chosen, terminal)) print(io, line);
    print(io, `\nTo show one, name its place: ${listCommand} --walk ${only.place}`);
    return 0;
  }
  const { scenarios } = await file.header();
  const surroundings = {
    scenario: scenarios?.find(({ name }) => name === only.walk.scenarioId),
    turns: await turnsOf(file, only.walk.history),
  };
  for (const line of walkPage(only, surroundings, { terminal, full: options.full === true })) print(io, line);
  const [first] = surroundings.turns.keys();
  if (first !== undefined)
    print(io, `\nA turn with all that is known of it: ${listCommand} --where "result_id = '${first}'"`);
  return 0;
}

async function turnsOf(
  file: ResultsFile,
  history: readonly { readonly verificationResultId: string | null }[],
): Promise<ReadonlyMap<string, VerificationResult>> {
  const wanted = new Set(history.flatMap(({ verificationResultId }) => verificationResultId ?? []));
  const found = new Map<string, VerificationResult>();
  for await (const result of file.read()) {
    const { resultId } = result.metadata;
    if (wanted.has(resultId)) found.set(resultId, result);
    if (found.size === wanted.size) break;
  }
  const inOrder = [...wanted].flatMap((id) => found.get(id) ?? []);
  return new Map(inOrder.map((result) => [result.metadata.resultId, result]));
}
