import type {
  Connect,
  ConnectContext,
  ModelInterface,
  RawConnection,
  ResolvedModel,
} from "../definition/index.ts";
import type { GivenModel } from "./given-model.ts";

/** As results name the interface of such a model. */
export const valueName = "value";

/** Whether a model is handed over by the program itself. */
export function isGivenModel(model: object): model is GivenModel {
  const { llm, agent, model: sdkModel, answer }: GivenModel = model;
  return [llm, agent, sdkModel, answer].some((given) => given !== undefined);
}

/** A connection that an interface of the program's own opens, held to time limits and with its errors as ours. */
export async function guardedConnection(
  connect: Connect,
  model: ResolvedModel,
  context: ConnectContext,
): Promise<RawConnection> {
  const { openOwnConnection } = await import("./open-own-connection.ts");
  return openOwnConnection(connect, model, context);
}

/** How a model is reached that is handed over by the program itself. */
export function valueInterface(given: GivenModel): ModelInterface {
  const canJudge = given.llm !== undefined || given.model !== undefined;
  const isAgent = given.agent !== undefined || given.answer !== undefined;
  return {
    name: valueName,
    label: "a model of the program's own",
    tier: given.agent?.tier ?? "tool_loop",
    reached: "calls",
    answeringOnly: !canJudge,
    ownCalls: isAgent,
    application: given.answer !== undefined,
    ...mediaTypesOf(given),
    takes: {},
    async connect(model: ResolvedModel, context: ConnectContext) {
      const { connectGivenModel } = await import("./connect.ts");
      const { namingModel } = await import("./open-own-connection.ts");
      return namingModel(`Model "${model.id}" cannot be opened`, () =>
        connectGivenModel(given, model, context),
      );
    },
  };
}

/** The AI SDK's own models take what its messages hold; a connection of the program's own says so itself. */
function mediaTypesOf({ model, llm }: GivenModel): Pick<ModelInterface, "mediaTypes"> {
  if (model !== undefined) return { mediaTypes: ["image/*", "application/pdf"] };
  try {
    const { mediaTypes } = llm?.capabilities ?? {};
    return mediaTypes === undefined ? {} : { mediaTypes };
  } catch {
    // whoever opens it says what is wrong with it
    return {};
  }
}
