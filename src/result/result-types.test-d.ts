import type * as z from "zod";
import type { VerificationResult as Documented } from "./result-types.generated.ts";
import type { VerificationResult } from "./verification-result.ts";

type Schema = typeof VerificationResult;
type SameNames<One, Other> = [keyof One, keyof Other] extends [keyof Other, keyof One] ? true : never;

// What the schema gives is what the interface says, and the other way round.
export const given = (result: z.output<Schema>): Documented => result;
export const said = (result: Documented): z.output<Schema> => result;
export const names: SameNames<z.output<Schema>, Documented> = true;

// @ts-expect-error a result is read-only
export const changed = (result: Documented) => (result.rulings[0] = undefined);
