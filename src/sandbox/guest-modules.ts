import { readFileSync } from "node:fs";
import type { SandboxRequest } from "./sandbox-protocol.ts";
import { subjects } from "./sandbox-subject.ts";
import { stripTypes } from "./strip-types.ts";

/** The modules that exist inside the sandbox: their text by specifier, for the source of a file. */
export type GuestModules = (
  specifier: string,
  program: Pick<SandboxRequest, "subject" | "source">,
) => string | undefined;

const files = {
  "karenina:determinism": "determinism",
  "karenina:reply": "reply",
  "karenina:describe": "describe-template",
  "karenina:template": "template-entry",
  "karenina:trait": "trait-entry",
  "karenina:scenario": "scenario-entry",
  zod: "zod",
  karenina: "karenina",
};

/** What the imports of our own modules mean, in source and when built. */
const ownImports: ReadonlyMap<string, string> = new Map(
  Object.entries(files).flatMap(([specifier, file]) =>
    [".ts", ".js"].map((ending) => [`./${file}${ending}`, specifier] as const),
  ),
);

/** The specifier of what one of our own modules imports. */
export function guestModuleName(name: string): string {
  return ownImports.get(name) ?? name;
}

/** What the sandbox's thread is given: texts of its modules, and names it has to know. */
export interface GuestData {
  /** Texts by specifier. */
  readonly texts: { readonly [specifier: string]: string };
  /** Registered primitives, e.g. `ExactMatch`. */
  readonly primitives: readonly string[];
  /** Everything zod exports; what the sandbox does not have explains itself when it is called. */
  readonly zod: readonly string[];
}

/** The modules of the sandbox. */
export function guestModules({ texts, primitives, zod }: GuestData): GuestModules {
  const modules = new Map(Object.entries(texts));
  const factories = primitives.map(factory).join("\n");
  const absent = new Set(zod);
  return (specifier, { subject, source }) => {
    const isOwn = specifier.startsWith("karenina:");
    if (!isOwn && !subjects[subject].imports.includes(specifier)) return undefined;
    const text = modules.get(specifier);
    if (specifier === "karenina") return `${text}\n${factories}`;
    if (specifier !== "zod") return text;
    const missing = [...new Set(source.match(/\w+/g))].filter((word) => absent.has(word));
    return `${text}\n${missing.map(stub).join("\n")}`;
  };
}

/** Reads the texts of the modules. In source they have types; a thread that takes these away itself starts much slower. */
export function readGuestTexts(): GuestData["texts"] {
  const isSource = import.meta.url.endsWith(".ts");
  const read = (file: string) => {
    const text = readFileSync(new URL(`./guest/${file}${isSource ? ".ts" : ".js"}`, import.meta.url), "utf8");
    return isSource ? stripTypes(text, "template") : text;
  };
  return Object.fromEntries(Object.entries(files).map(([specifier, file]) => [specifier, read(file)]));
}

/** `ExactMatch` is authored as `exactMatch`. */
export function factoryName(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}

function factory(type: string): string {
  return `export const ${factoryName(type)} = primitive("${type}");`;
}

function stub(name: string, index: number): string {
  return `const absent${index} = absent("${name}"); export { absent${index} as ${name} };`;
}
