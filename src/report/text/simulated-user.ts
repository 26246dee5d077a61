import type { StageRecord } from "../../result/index.ts";

/** What simulated users did in the stages of a turn. */
export interface UserPart {
  /** Why each stopped before the turn, in words. */
  readonly stops: readonly string[];
  /** True: one wrote what was asked, and not the node. */
  readonly asks: boolean;
}

const words: ReadonlyMap<string, string> = new Map([
  ["goal_reached", "has reached its goal"],
  ["gave_up", "gives up"],
  ["turn_limit", "has had all its turns"],
]);

/** Why a simulated user stopped: `the simulated user gives up`. */
export const userStopText = (stop: string): string =>
  `the simulated user ${words.get(stop) ?? `stops: ${stop}`}`;

/** Reads it from the stages of a turn. */
export function userPart(stages: readonly Pick<StageRecord, "name" | "status" | "reason">[]): UserPart {
  const asked = stages.filter(({ name, status }) => name === "SimulatedUser" && status === "ran");
  return {
    stops: asked.flatMap(({ reason }) =>
      reason !== null && words.has(reason) ? [userStopText(reason)] : [],
    ),
    asks: asked.at(-1)?.reason === null,
  };
}
