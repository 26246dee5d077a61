import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, it } from "vitest";
import { describeSandboxes, openBench } from "./testing/sandbox-backends.ts";

/** Where this Node lies outside of the system's folders, the way to it is there, and nothing else on it. */
const [, wayToNode = ""] = process.execPath.split("/");

await describeSandboxes("confinement", (backend) => {
  it("runs in the workspace, writes there and tells its exit code", async () => {
    await using bench = await openBench({ backend });
    const outcome = await bench.run("pwd; echo hello > made.txt; echo oops >&2; exit 3");
    expect(outcome).toEqual({
      exitCode: 3,
      stdout: "/workspace\n",
      stderr: "oops\n",
      timedOut: false,
      omittedBytes: 0,
    });
    expect(readFileSync(path.join(bench.workspacePath, "made.txt"), "utf8")).toBe("hello\n");
    expect(statSync(path.join(bench.workspacePath, "made.txt")).uid).toBe(process.getuid?.());
    expect(bench.runner.workspacePathInside(bench.workspacePath)).toBe("/workspace");
  });

  it("sees nothing of this machine but programs", async () => {
    await using bench = await openBench({ backend });
    writeFileSync(path.join(bench.outside, "secret.txt"), "the secret");
    const outcome = await bench.run(
      `ls /; cat ${bench.outside}/secret.txt ../secret.txt /workspace/../secret.txt; ls /root /home /var /etc/shadow /sys /run; cat /etc/passwd`,
    );
    expect(outcome.stdout).not.toContain("the secret");
    const shown = outcome.stdout.split("\n");
    for (const name of ["root", "home", "var", "sys", "run", "srv", "mnt", "shadow"])
      if (name !== wayToNode) expect(shown).not.toContain(name);
    if (!process.execPath.startsWith("/usr")) {
      const onTheWay = await bench.run(`ls -A /${wayToNode}`);
      expect(onTheWay.stdout.trim()).toBe(process.execPath.split("/")[2]);
    }
    expect(shown).toEqual(expect.arrayContaining(["usr", "workspace", "proc", "dev", "tmp"]));
    expect(outcome.stdout).toContain("agent:x:1000");
  });

  it("gets no variable and no open descriptor of this process, by no way", async () => {
    const name = `KARENINA_TEST_SECRET_${Date.now()}`;
    process.env[name] = "the secret";
    try {
      await using bench = await openBench({ backend, environment: { GREETING: "hello" } });
      const outcome = await bench.run(
        "env; cat /proc/[0-9]*/environ | tr '\\0' '\\n'; cat /proc/[0-9]*/cmdline | tr '\\0' '\\n'; for f in /proc/self/fd/*; do readlink $f; done",
      );
      expect(outcome.stdout).toContain("GREETING=hello");
      expect(outcome.stdout).not.toContain(name);
      expect(outcome.stdout).not.toContain("the secret");
      expect(outcome.stdout).not.toContain(bench.outside);
      const descriptors = (await bench.run("ls /proc/self/fd")).stdout.trim().split("\n");
      expect(descriptors).toEqual(["0", "1", "2", "3"]);
    } finally {
      delete process.env[name];
    }
  });

  it("finds only its own processes in /proc, and the same root behind each of them", async () => {
    await using bench = await openBench({ backend });
    const outcome = await bench.run(
      "ls -d /proc/[0-9]* | wc -l; for p in /proc/[0-9]*; do ls $p/root/ 2>/dev/null | tr '\\n' ' '; echo; done",
    );
    const [count, ...roots] = outcome.stdout.trim().split("\n");
    expect(Number(count)).toBeLessThan(12);
    const hidden = ["home", "root", "var", "boot"].filter((name) => name !== wayToNode);
    for (const root of roots) expect(root).not.toMatch(new RegExp(`\\b(?:${hidden.join("|")})\\b`));
    expect((await bench.run(`kill -0 ${process.pid}; ls /proc/${process.pid}/environ`)).exitCode).not.toBe(0);
  });

  it.each([
    ["write to programs", "touch /usr/x /usr/bin/x /bin/x"],
    ["write to settings", "echo x >> /etc/passwd"],
    ["write beside the workspace", "touch /x"],
    ["change a device's permissions", "chmod 600 /dev/null"],
    ["make a device", "mknod /workspace/disk b 7 0"],
    ["mount", "mount -t tmpfs tmpfs /tmp"],
    ["mount by a users' namespace", "unshare --user --map-root-user --mount mount -t tmpfs tmpfs /tmp"],
    ["make a mount writable", "mount -o remount,rw /usr"],
    ["change a setting of the kernel", "echo x > /proc/sys/kernel/core_pattern"],
    ["restart the machine", "echo h > /proc/sysrq-trigger"],
    ["change its root", "chroot /workspace /bin/true"],
  ])("cannot %s", async (_, command) => {
    await using bench = await openBench({ backend });
    expect((await bench.run(command)).exitCode).not.toBe(0);
  });

  it("has no capabilities, and no program can give it any", async () => {
    await using bench = await openBench({ backend });
    const { stdout } = await bench.run(
      "cat /proc/self/status; grep -c ' /workspace .*nosuid,nodev' /proc/mounts",
    );
    expect(stdout).toMatch(/CapEff:\t0+\nCapBnd:\t0+\nCapAmb:\t0+\nNoNewPrivs:\t1/);
    expect(stdout.trimEnd().endsWith("\n1")).toBe(true);
    await bench.run("cp /bin/sh own-shell; chmod 4755 own-shell");
    expect((await bench.run("./own-shell -p -c 'grep CapEff /proc/self/status; id -u'")).stdout).toBe(
      "CapEff:\t0000000000000000\n1000\n",
    );
  });

  it("cannot reach a server of this machine, and has a network of its own", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end("hello");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    // an address of TCP, because it listens on a port
    const { port } = server.address() as AddressInfo;
    const ask = `exec 9<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&9 && cat <&9`;
    try {
      await using bench = await openBench({ backend });
      expect((await bench.run(ask)).exitCode).not.toBe(0);
      expect(asked).toBe(0);
      await using connected = await openBench({ backend, network: true });
      expect((await connected.run(ask)).stdout).toContain("hello");
      expect(asked).toBe(1);
    } finally {
      server.close();
    }
  });

  it("can look at a read-only workspace but not change it", async () => {
    await using bench = await openBench({ backend });
    writeFileSync(path.join(bench.workspacePath, "kept.txt"), "kept");
    const command =
      "cat kept.txt; echo x > kept.txt; rm kept.txt; touch new.txt; chmod 777 .; echo y > /tmp/y && cat /tmp/y";
    const outcome = await bench.run(command, { readOnly: true });
    expect(outcome.stdout).toBe("kepty\n");
    expect(readFileSync(path.join(bench.workspacePath, "kept.txt"), "utf8")).toBe("kept");
  });

  it("sees further folders where it is told to, and cannot write to them", async () => {
    await using place = await openBench({ backend });
    const shared = path.join(place.outside, "shared files");
    await mkdir(shared);
    writeFileSync(path.join(shared, "data.txt"), "data");
    await using bench = await openBench({ backend, readOnlyPaths: [shared] });
    const outcome = await bench.run(
      `cat '${shared}/data.txt'; echo x > '${shared}/data.txt'; ls ${place.outside}`,
    );
    expect(outcome.stdout).toBe("datashared files\n");
    expect(readFileSync(path.join(shared, "data.txt"), "utf8")).toBe("data");
  });

  it("sees hidden folders as empty, wherever they are, but for what it is told to see there", async () => {
    await using place = await openBench({ backend });
    const shared = path.join(place.outside, "shared");
    const project = path.join(shared, "project");
    await mkdir(path.join(project, "tools"), { recursive: true });
    writeFileSync(path.join(project, "answers.txt"), "the secret");
    writeFileSync(path.join(project, "tools", "tool.txt"), "a tool");
    const tools = path.join(project, "tools");
    await using bench = await openBench({
      ...{ backend, readOnlyPaths: [shared, tools], hiddenPaths: [project, "/usr/share", "/does/not/exist"] },
    });
    const outcome = await bench.run(
      `cat ${project}/answers.txt; ls ${project}; ls /usr/share; cat ${tools}/tool.txt; touch ${tools}/x`,
    );
    expect(outcome.stdout).toBe("tools\na tool");
    expect(outcome.exitCode).not.toBe(0);
  });

  it("runs node and other tools", async () => {
    await using bench = await openBench({ backend });
    const outcome = await bench.run("node -p 'process.version + require(\"os\").cpus().length'");
    expect(outcome.stderr).toBe("");
    expect(outcome.stdout.startsWith(process.version)).toBe(true);
  });
});
