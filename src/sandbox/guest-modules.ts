import { readFile } from "node:fs/promises";
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

/** Names the sandbox has to know. */
export interface GuestNames {
  /** Registered primitives, e.g. `ExactMatch`. */
  readonly primitives: readonly string[];
  /** Everything zod exports; what the sandbox does not have explains itself when it is called. */
  readonly zod: readonly string[];
}

/** The modules of the sandbox. */
export async function loadGuestModules(names: GuestNames): Promise<GuestModules> {
  const texts = await Promise.all(
    Object.entries(files).map(async ([specifier, file]) => [specifier, await guestText(file)] as const),
  );
  const modules = new Map([...texts]);
  const factories = names.primitives.map(factory).join("\n");
  const absent = new Set(names.zod);
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

async function guestText(file: string): Promise<string> {
  const isSource = import.meta.url.endsWith(".ts");
  const text = await readFile(new URL(`./guest/${file}${isSource ? ".ts" : ".js"}`, import.meta.url), "utf8");
  return isSource ? stripTypes(text, "template") : text;
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
