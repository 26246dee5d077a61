import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { chooseCommandRunner } from "./choose-command-runner.ts";
import { openBench } from "./testing/sandbox-backends.ts";

/**
 * A program that notes its arguments. For `run` it plays the container: it starts what would be the first process and
 * ends with it; for `kill` it ends that one process.
 */
const fakeRuntime = `#!/bin/bash
folder=$(dirname "$0")
printf '%s\\n' "$@" "" >> "$folder/asked"
case $1 in
run)
  name=; while [ "$1" != --entrypoint ]; do [ "$1" = --name ] && name=$2; shift; done; shift 3
  exec 8<&0
  /bin/sh "$@" <&8 8<&- & echo $! > "$folder/$name"; exec 8<&-; wait $!; exit $? ;;
kill)
  first=$(cat "$folder/$2")
  case $first in ''|0|1|*[!0-9]*) exit 1 ;; esac
  kill -TERM "$first" ;;
esac
`;

async function openFake(runtime: "docker" | "podman") {
  const place = await openBench({ backend: "unsandboxed" });
  const folder = path.join(place.outside, "bin");
  mkdirSync(folder);
  writeFileSync(path.join(folder, runtime), fakeRuntime);
  chmodSync(path.join(folder, runtime), 0o755);
  const bench = await openBench({
    backend: runtime,
    image: "some/image:1",
    environment: { GREETING: "hello" },
    limits: { processes: 99, memoryBytes: 1e9 },
    hostEnvironment: { PATH: `${folder}:/usr/bin:/bin`, SECRET_KEY: "the secret", DOCKER_HOST: "unix:///x" },
  });
  return {
    bench,
    asked: () =>
      readFileSync(path.join(folder, "asked"), "utf8")
        .split("\n\n")
        .map((call) => call.split("\n")),
    async [Symbol.asyncDispose]() {
      await bench[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

describe.each(["docker", "podman"] as const)("commands in %s", (runtime) => {
  it("run in a confined container with only the workspace", async () => {
    await using fake = await openFake(runtime);
    const { bench } = fake;
    const outcome = await bench.run("echo hi; echo $SECRET_KEY; cat; exit 5", { readOnly: true });
    expect(outcome).toMatchObject({ exitCode: 5, stdout: "hi\n\n" });
    const args = fake.asked()[0]?.join(" ") ?? "";
    for (const part of [
      /^run --rm --interactive --name karenina-[0-9a-f]{16} --network none --pids-limit 99 --memory 1000000000 /,
      /--cap-drop ALL --security-opt no-new-privileges/,
      new RegExp(`--user ${process.getuid?.()}:${process.getgid?.()} `),
      /--read-only --tmpfs \/tmp:/,
      /target=\/workspace,readonly --workdir \/workspace/,
      /--env GREETING=hello --entrypoint \/bin\/sh some\/image:1 -c /,
    ]) {
      expect(args).toMatch(part);
    }
    expect(args).toContain(`type=bind,"source=${realpathSync(bench.workspacePath)}",`);
    expect(args.includes("--userns keep-id")).toBe(runtime === "podman");
  });

  it("are ended by the name of their container", async () => {
    await using fake = await openFake(runtime);
    const outcome = await fake.bench.run("echo up; sleep 3 & wait", { timeoutMs: 500 });
    expect(outcome).toMatchObject({ exitCode: 124, timedOut: true, stdout: "up\n" });
    const [started, ...others] = fake.asked();
    const name = started?.[started.indexOf("--name") + 1];
    expect(others).toContainEqual(["kill", name]);
    expect(others).toContainEqual(["rm", "--force", name]);
  });
});

describe("containers", () => {
  it("need an image and a runtime", async () => {
    await expect(chooseCommandRunner({ backend: "docker" })).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining("needs an image"),
    });
    const hostEnvironment = { PATH: "/nowhere" };
    await expect(
      chooseCommandRunner({ backend: "podman", image: "x", hostEnvironment }),
    ).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining("podman"),
    });
  });
});
