// Builds dist/: the program bundled into few files, which start faster than hundreds, and the declarations that the doors reach.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { stripTypes } from "../src/sandbox/strip-types.ts";

const root = resolve(import.meta.dirname, "..");
const source = join(root, "src");
const viewer = join(root, "viewer");
/** Where dist/ is made before it takes the place of the one before. */
const built = join(root, ".build", "dist");
/** All declarations, kept between builds. */
const declarations = join(root, ".build", "declarations");

/** What is imported or started by its name; everything else goes into chunks that these share. */
const entries = [
  "index",
  "testing/index",
  "cli/main",
  "cli/compile-cache",
  "cli/run-command-line",
  "analysis/summary/counting-thread",
  "base/patterns/pattern-worker",
  "import/table/workbook-thread",
  "sandbox/sandbox-worker",
  "languages/python/run/guest/python-process",
];
/** Those that somebody imports with their types: programs, and the tests of the command line. */
const typedEntries = ["index", "testing/index", "cli/run-command-line"];
/** Modules that the sandbox reads as text. */
const guests = join("sandbox", "guest");
/** Where the Python programs are that run beside templates in Python. */
const pythonGuests = join("languages", "python", "run", "guest");

const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [compiler, "-p", join(root, "tsconfig.build.json"), "--checkers", "1"], {
  stdio: "inherit",
});
rmSync(built, { recursive: true, force: true });
await bundle();
await bundleViewer();
writeGuests();
for (const entry of typedEntries) copyDeclarations(join(declarations, `${entry}.d.ts`));
rmSync(join(root, "dist"), { recursive: true, force: true });
renameSync(built, join(root, "dist"));

async function bundle(): Promise<void> {
  const bundled = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(source, `${name}.ts`)])),
    platform: "node",
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    plugins: [ownPlaces()],
  });
  await bundled.write({
    ...{ dir: built, format: "esm", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
  });
  await bundled.close();
}

/** The page of reports: one script and one style, which reports carry in themselves. */
async function bundleViewer(): Promise<void> {
  const bundled = await rolldown({
    input: join(viewer, "main.tsx"),
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": JSON.stringify("production") } },
  });
  const { output } = await bundled.generate({ format: "iife", minify: true });
  await bundled.close();
  const folder = join(built, "viewer");
  mkdirSync(folder, { recursive: true });
  // within a page no script may hold what ends one, or what begins a comment of HTML
  const script = output[0].code.replaceAll(/<(?=\/script|!--|script)/gi, "\\x3c");
  writeFileSync(join(folder, "viewer.js"), script.trim());
  const styles = readdirSync(join(viewer, "style")).sort();
  const style = styles.map((name) => readFileSync(join(viewer, "style", name), "utf8")).join("\n");
  writeFileSync(join(folder, "viewer.css"), style.replaceAll(/\s*\n\s*/g, "\n").trim());
}

/** `import.meta.url` goes on meaning the place of the module's own file, of which there is none in a bundle. */
function ownPlaces(): Plugin {
  return {
    name: "own-places",
    transform(code, id) {
      if (!code.includes("import.meta.url")) return undefined;
      const place = relative(source, id).replaceAll(sep, "/").replace(/\.ts$/, ".js");
      return code.replaceAll("import.meta.url", `ownPlace(${JSON.stringify(place)})`);
    },
    renderChunk(code, { fileName }) {
      return code.replaceAll(/ownPlace\("([^"]+)"\)/g, (_, place: string) => {
        const from = posix.relative(posix.dirname(fileName), place);
        return `new URL(${JSON.stringify(from)}, import.meta.url).href`;
      });
    },
  };
}

function writeGuests(): void {
  mkdirSync(join(built, guests), { recursive: true });
  for (const name of readdirSync(join(source, guests))) {
    const text = readFileSync(join(source, guests, name), "utf8");
    writeFileSync(join(built, guests, name.replace(/\.ts$/, ".js")), stripTypes(text, "template"));
  }
  for (const name of readdirSync(join(source, pythonGuests)))
    if (name.endsWith(".py")) cpSync(join(source, pythonGuests, name), join(built, pythonGuests, name));
}

/** Copies a declaration file and all it imports. */
function copyDeclarations(file: string): void {
  const target = join(built, relative(declarations, file));
  if (existsSync(target)) return;
  cpSync(file, target);
  for (const [, imported = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)"/g))
    copyDeclarations(resolve(dirname(file), imported.replace(/\.[jt]s$/, ".d.ts")));
}
