import * as z from "zod";
import type { ModelInterface } from "../../models/definition/index.ts";
import { valueName } from "../../models/given-model/index.ts";
import { findInterface, type InterfaceName, interfaceNames } from "../../models/index.ts";

/**
 * A way to reach a model: the name of one that comes with karenina or that the run was given, or, in code only, what
 * `defineInterface` made.
 */
export type InterfaceChoice = InterfaceName | ModelInterface | (string & {});

/** Whether something is what `defineInterface` makes. */
export const isInterfaceDefinition = (value: unknown): value is ModelInterface =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  "connect" in value &&
  typeof value.connect === "function";

/** The same as a schema. Names that a run was given have to be bound before; see `bindInterfaces`. */
export const InterfaceChoice = z
  .unknown()
  .superRefine((choice, context) => {
    if (isInterfaceDefinition(choice) || (typeof choice === "string" && findInterface(choice) !== undefined))
      return;
    if (choice === valueName) context.addIssue({ code: "custom", message: ofProgram });
    else context.addIssue({ code: "invalid_value", values: [...interfaceNames], input: choice });
  })
  // what is neither a definition nor a name has been refused
  .meta({ type: "string", enum: [...interfaceNames] }) as z.ZodType<InterfaceChoice, InterfaceChoice>;

const ofProgram = `the name of an interface: "${valueName}" stands for a model that a program had handed over, so name the models again (an application by --app FILE)`;
