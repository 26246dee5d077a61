import type { PythonNode } from "./python-node.ts";
import type { SourcePlace } from "./reading-stop.ts";

/** A value that is known without running anything. */
export type PythonValue =
  | { readonly kind: "none" }
  | { readonly kind: "ellipsis" }
  | { readonly kind: "boolean"; readonly boolean: boolean }
  | { readonly kind: "integer" | "float"; readonly number: number }
  | { readonly kind: "text"; readonly text: string }
  /** One character for each byte. */
  | { readonly kind: "bytes"; readonly bytes: string }
  | { readonly kind: "list" | "tuple" | "set"; readonly items: readonly PythonValue[] }
  | { readonly kind: "dict"; readonly entries: readonly (readonly [PythonValue, PythonValue])[] }
  /** A date, date-time or time, in ISO form. */
  | { readonly kind: "date" | "datetime" | "time"; readonly text: string }
  /** A member of an enumeration. */
  | { readonly kind: "member"; readonly value: PythonValue }
  /** Something made by one of the names templates are written with, such as `ExactMatch`. */
  | {
      readonly kind: "made";
      readonly by: string;
      readonly given: CallArguments;
      readonly place: SourcePlace;
    };

/** What a call is given, not evaluated yet. */
export interface CallArguments {
  readonly positional: readonly PythonNode[];
  readonly keywords: ReadonlyMap<string, PythonNode>;
  /** Where the names in it are looked up. */
  readonly scope: Scope;
}

/** What a name stands for. */
export type Binding =
  | { readonly kind: "value"; readonly value: PythonValue }
  | { readonly kind: "class"; readonly defined: PythonClass }
  /** One of the names templates are written with, by its own name, whatever it is called here. */
  | { readonly kind: "known"; readonly name: string }
  | { readonly kind: "module"; readonly module: string }
  /** Something that has to be run to be known. */
  | { readonly kind: "code"; readonly construct: string };

/** Names as they are known at one place of a source: later ones stand in a layer above. */
export interface Scope {
  readonly names: Map<string, Binding>;
  readonly parent: Scope | undefined;
  /** How many layers there are. */
  readonly depth: number;
  /** Steps left, shared by the whole reading: values that hold others twice cannot make it endless. */
  readonly budget: { left: number };
}

/** What a class is by its bases. */
export type ClassKind = "answer" | "model" | "enum" | "plain";

/** A class of the source; what its body says is read when it is needed. */
export interface PythonClass {
  readonly name: string;
  readonly node: PythonNode;
  readonly body: PythonNode;
  readonly kind: ClassKind;
  /** The bases that are classes of the source. */
  readonly bases: readonly PythonClass[];
  /** The names its body can see, with those it defines itself in the first layer. */
  readonly scope: Scope;
  /** What its bases make of the values of members, the bases of bases too. */
  readonly mixed: readonly PythonValue["kind"][];
  /** The members of an enumeration, in their order. */
  readonly members: ReadonlyMap<string, PythonValue>;
  /** Why it cannot be used without running it. */
  readonly code: string | undefined;
}
