/** How a simulated user ends its part. */
export const userStops = ["goal_reached", "gave_up", "turn_limit"] as const;
export type UserStop = (typeof userStops)[number];
