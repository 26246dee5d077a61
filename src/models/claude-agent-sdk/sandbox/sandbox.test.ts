import path from "node:path";
import { expect, it } from "vitest";
import { resolveConnection } from "../connection.ts";
import { sandboxSettings } from "./sandbox.ts";

const folder = {
  ...{ root: "/tmp/s", home: "/tmp/s/home", config: "/tmp/s/home/.claude", temporary: "/tmp/s/tmp" },
  ...{ empty: "/tmp/s/empty" },
  async [Symbol.asyncDispose]() {},
};
const environment = { HOME: "/home/me", PATH: "/home/me/bin:/usr/bin:/tasks/bin" };
const connection = resolveConnection({
  ...{ modelName: "claude", apiKey: "k", environment, programPath: "/programs/claude" },
});
const filesystemFor = (workspacePath: string, hiddenPaths: readonly string[] = []) =>
  sandboxSettings(connection, { workspacePath, folder, hiddenPaths }).filesystem;

it("shows commands the workspace, programs of the system, and nothing else", () => {
  const { denyRead, allowRead = [] } = filesystemFor("/tasks/q1_run_1") ?? {};
  expect(denyRead).toEqual(["/"]);
  expect(allowRead).toEqual(
    expect.arrayContaining(["/tasks/q1_run_1", "/tmp/s", "/usr", "/programs/claude"]),
  );
  const others = allowRead.filter((place) => !/^\/(usr|bin|sbin|lib\w*|etc\/.+|opt\/.+)(\/|$)/.test(place));
  expect(others.sort()).toEqual(["/programs/claude", "/tasks/q1_run_1", "/tmp/s", ...ownNode()].sort());
});

it("hides a project that lies among the programs", () => {
  const { denyRead } = filesystemFor("/usr/share/tasks/q1_run_1", ["/usr/share", "/does/not/exist"]) ?? {};
  expect(denyRead).toEqual(["/", "/usr/share"]);
});

/** Of a Node outside of the system's folders itself is shown, and its own packages. */
function ownNode(): readonly string[] {
  const binaries = path.dirname(process.execPath);
  return ["/usr", "/opt"].some((place) => binaries.startsWith(place)) ? [] : [process.execPath];
}
