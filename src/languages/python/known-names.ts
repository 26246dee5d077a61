import { primitives } from "../../template/index.ts";

const builtins =
  "bool int float str bytes list dict set frozenset tuple object property staticmethod classmethod super __import__".split(
    " ",
  );
const authoring = [
  ..."BaseAnswer VerifiedField SynonymMap ConditionalGroundTruth GroundTruthCase".split(" "),
  ..."AllOf AnyOf AtLeastN FieldCheck Field List Dict Optional Union Any Literal".split(" "),
  ...primitives.map(({ type }) => type),
];

/** Every name that a template sees without importing it. */
export const knownNames: ReadonlySet<string> = new Set([...builtins, ...authoring]);

const typing =
  "List Dict Set FrozenSet Tuple Sequence Optional Union Any Literal Annotated ClassVar Final Mapping".split(
    " ",
  );
const modules: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["typing", new Set(typing)],
  ["typing_extensions", new Set(typing)],
  ["pydantic", new Set(["BaseModel", "Field", "ConfigDict"])],
  ["datetime", new Set(["date", "datetime", "time"])],
  ["enum", new Set(["Enum", "StrEnum", "IntEnum"])],
  ["uuid", new Set(["UUID"])],
  ["abc", new Set(["ABC"])],
]);
/** Names of Python that have to be run to be known. */
const others: ReadonlySet<string> = new Set(
  (
    "abs aiter all anext any ascii bin breakpoint bytearray callable chr compile complex delattr dir divmod enumerate eval exec " +
    "filter format getattr globals hasattr hash help hex id input isinstance issubclass iter len locals map max memoryview " +
    "min next oct open ord pow print range repr reversed round setattr slice sorted sum type vars zip " +
    "NotImplemented __name__ __doc__ __file__ __builtins__ __debug__ __build_class__ __spec__ __loader__ __package__"
  ).split(" "),
);

/** True for a name that Python has without anybody defining it. */
export function isOfPython(name: string): boolean {
  return (
    builtins.includes(name) ||
    others.has(name) ||
    /^[A-Z]\w*(Error|Exception|Warning|Exit|Interrupt|Iteration|Group)$|^Exception$/.test(name)
  );
}

const ofKarenina: ReadonlySet<string> = new Set(authoring);

/** The names of a module that are known here; undefined for a module of which nothing is known. */
export function namesOfModule(module: string): ReadonlySet<string> | undefined {
  return /^karenina(\.|$)/.test(module) ? ofKarenina : modules.get(module);
}
