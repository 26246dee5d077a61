import * as z from "zod";
import { functionLike, KareninaError, messageOf, saidText } from "../../base/index.ts";
import type { Connect, ConnectContext, RawConnection, ResolvedModel } from "../definition/index.ts";
import { guardConnection } from "./guard-connection.ts";

const having = (method: string) =>
  z.custom<object>(
    (value) =>
      typeof value === "object" && value !== null && typeof Reflect.get(value, method) === "function",
    `expected an object with a method ${method}`,
  );

const Connection = z.discriminatedUnion(
  "kind",
  [
    z.looseObject({ kind: z.literal("llm"), llm: having("generate") }),
    z.looseObject({ kind: z.literal("prepared"), agent: having("run") }),
    z.looseObject({ kind: z.literal("loop"), llm: having("generate"), agentOf: functionLike }),
    z.looseObject({ kind: z.literal("runtime"), agent: having("run"), openLlm: functionLike.optional() }),
  ],
  'expected { kind: "llm", llm } or { kind: "runtime", agent, openLlm }',
);

/**
 * A connection that an interface of the program's own opens, held to time limits and with its errors as ours.
 *
 * @throws KareninaError `configuration`, with interface and model, where it cannot be opened or is no connection.
 */
export async function openOwnConnection(
  connect: Connect,
  model: ResolvedModel,
  context: ConnectContext,
): Promise<RawConnection> {
  const site = `The interface "${model.interface}" cannot open model "${model.id}"`;
  const raw = await namingModel(site, () => connect(model, context));
  const [problem] = Connection.safeParse(raw).error?.issues ?? [];
  if (problem === undefined) return namingModel(site, () => guardConnection(raw, model, context));
  const message =
    problem.path.length === 0 || problem.code === "invalid_union"
      ? problem.message
      : `${problem.path.join(".")}: ${problem.message}`;
  throw new KareninaError("configuration", `${site}: what its connect gives is no connection: ${message}.`, {
    hint: "docs/own-models.md says what connect gives.",
  });
}

/**
 * What opens a model, a promise or not.
 *
 * @param site begins the message
 * @throws KareninaError `configuration` with what it throws, and errors of ours as they are.
 */
export async function namingModel<T>(site: string, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    throw new KareninaError("configuration", `${site}: ${saidText(messageOf(error))}`, { cause: error });
  }
}
