import { describe, expect, it, onTestFinished, vi } from "vitest";
import { chooseCommandRunner } from "./choose-command-runner.ts";

describe("choosing a command runner", () => {
  it("says what was tried, why each failed, and how to do without", async () => {
    const failed = chooseCommandRunner({
      backend: "auto",
      readOnlyPaths: ["/does/not/exist"],
      hostEnvironment: { PATH: "/nowhere" },
    });
    await expect(failed).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/bubblewrap: .+; namespaces: .+; docker: .+image.+; podman: .+image/s),
      hint: expect.stringContaining('"unsandboxed"'),
    });
  });

  it("makes no folder to try a backend in, which would stay if this process were killed then", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("TMPDIR", "/does/not/exist");
    await using runner = await chooseCommandRunner({ backend: "unsandboxed" });
    expect(runner.backend).toBe("unsandboxed");
  });

  it("runs unsandboxed when that is asked for by name, and never otherwise", async () => {
    await using runner = await chooseCommandRunner({ backend: "unsandboxed" });
    expect(runner.backend).toBe("unsandboxed");
    const chosen = await chooseCommandRunner().catch(() => undefined);
    expect(chosen?.backend).not.toBe("unsandboxed");
    await chosen?.[Symbol.asyncDispose]();
  });

  it.each(["relative/path", "/", "/proc/self", "/workspace/x"])(
    "does not show %s to commands",
    async (place) => {
      await expect(
        chooseCommandRunner({ backend: "namespaces", readOnlyPaths: [place] }),
      ).rejects.toMatchObject({
        code: "configuration",
      });
    },
  );

  it("stops when it is cancelled", async () => {
    const signal = AbortSignal.abort();
    await expect(chooseCommandRunner({ backend: "unsandboxed", signal })).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});
