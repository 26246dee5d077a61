// Before `npm publish`: fails where package.json lacks what npm's page shows of a package and only its publisher knows.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const manifest: Record<string, unknown> = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8"),
);
const missing = ["repository", "homepage", "bugs"].filter((name) => manifest[name] === undefined);
if (missing.length > 0) {
  console.error(`package.json lacks ${missing.join(", ")}: add the addresses under which you publish.`);
  process.exitCode = 1;
}
