import { accessSync, constants } from "node:fs";
import path from "node:path";

/** True where the program of the SDK finds what its sandbox is made of. */
export const hasClaudeSandbox = process.platform === "linux" && ["bwrap", "socat"].every(isProgram);

function isProgram(name: string): boolean {
  return (process.env.PATH ?? "").split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
