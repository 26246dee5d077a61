import { atMost, exitGuard, KareninaError, programEnvironment } from "../../base/index.ts";
import { parseMcpServer } from "../../mcp/index.ts";
import { applicationAgent } from "../application/index.ts";
import type { Connect } from "../definition/index.ts";
import { programPool } from "./program-pool.ts";
import { requireProgram } from "./require-program.ts";

/**
 * A program under test. It is started when the first question comes.
 *
 * @throws KareninaError `missing_key` for a variable of its command line that is not set, `configuration` for a program that is not
 * there.
 */
export const connectProgram: Connect = async (model, { environment, clock }) => {
  const { id, modelName } = model;
  const read = parseMcpServer("command", model.command ?? "", environment, `The program of model "${id}"`);
  if (!read.ok || read.server.transport !== "stdio") {
    // its form was checked with the configuration: what is left is a variable that is not set
    const problem = read.ok ? "expected a command line" : read.problem;
    throw new KareninaError("missing_key", `${problem}.`, { hint: "Set the variable in the environment." });
  }
  const { command, args, cwd, env } = read.server;
  const start = { command, args, cwd, environment: programEnvironment(environment, env) };
  await requireProgram(id, start);
  const pool = programPool(start, { processes: model.commandProcesses, clock, guard: exitGuard() });
  const { ask, whyLate } = pool;
  const agent = applicationAgent(ask, { id, modelName, clock, whyLate, close: () => pool.close() });
  const { commandProcesses: processes } = model;
  if (processes === null) return { kind: "runtime", agent };
  // the time of a question begins when a process is free
  const inTurn = atMost(processes);
  return { kind: "runtime", agent: { ...agent, run: (request) => inTurn(() => agent.run(request)) } };
};
