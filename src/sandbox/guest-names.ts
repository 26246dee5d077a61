import * as z from "zod";
import { primitives } from "../template/index.ts";
import { members } from "./guest/zod.ts";
import type { GuestData } from "./guest-modules.ts";

/** The names the sandbox has to know; what its own zod lacks is explained by name. */
export function guestNames(): Omit<GuestData, "texts"> {
  const supported = new Set(Object.keys(members));
  return {
    primitives: primitives.map(({ type }) => type),
    zod: Object.keys(z).filter((name) => !supported.has(name) && name !== "default" && name !== "z"),
  };
}
