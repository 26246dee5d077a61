import { readFile } from "node:fs/promises";
import { stripTypes } from "./strip-types.ts";

/** The modules that exist inside the sandbox: their text by specifier, for a template's source. */
export type GuestModules = (specifier: string, source: string) => string | undefined;

const files = {
  "karenina:determinism": "determinism",
  "karenina:entry": "entry",
  zod: "zod",
  karenina: "karenina",
};

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
  return (specifier, source) => {
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
  return isSource ? stripTypes(text) : text;
}

/** `ExactMatch` is authored as `exactMatch`. */
function factory(type: string): string {
  return `export const ${type.charAt(0).toLowerCase()}${type.slice(1)} = primitive("${type}");`;
}

function stub(name: string, index: number): string {
  return `const absent${index} = absent("${name}"); export { absent${index} as ${name} };`;
}
