import { expect, it } from "vitest";
import { resolveConnection } from "../connection.ts";
import { sandboxSettings } from "./sandbox.ts";

const folder = {
  ...{ root: "/tmp/s", home: "/tmp/s/home", config: "/tmp/s/home/.claude", temporary: "/tmp/s/tmp" },
  ...{ empty: "/tmp/s/empty" },
  async [Symbol.asyncDispose]() {},
};
const filesystemFor = (workspacePath: string, environment: Readonly<Record<string, string>>) =>
  sandboxSettings(resolveConnection({ modelName: "claude", apiKey: "k", environment }), workspacePath, folder)
    .filesystem;

it("hides the user's home and what lies around the workspace, but not the workspace and programs", () => {
  const environment = { HOME: "/home/me", PATH: "/home/me/bin:/usr/bin:/tasks/bin" };
  expect(filesystemFor("/tasks/q1_run_1", environment)).toEqual({
    denyRead: ["/home/me", "/tasks"],
    allowRead: ["/tasks/q1_run_1", "/tmp/s", "/home/me/bin", "/tasks/bin"],
  });
});

it("never hides the whole machine", () => {
  expect(filesystemFor("/q1", { HOME: "/", PATH: "/usr/bin" })?.denyRead).toEqual([]);
});
