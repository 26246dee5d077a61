import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMcpServer } from "./parse-mcp-server.ts";
import { isPerTask, serverInWorkspace } from "./workspace-server.ts";

const words = (line: string) => {
  const parsed = parseMcpServer("s", line);
  return parsed.ok && parsed.server.transport === "stdio"
    ? [parsed.server.command, ...parsed.server.args]
    : parsed;
};

test("an http or https URL is a server over HTTP", () => {
  expect(parseMcpServer("s", " https://host.example/mcp?team=a ")).toEqual({
    ok: true,
    server: { name: "s", transport: "http", url: "https://host.example/mcp?team=a" },
  });
});

describe("a command line", () => {
  test.each([
    ["npx some-server /folder", ["npx", "some-server", "/folder"]],
    [`npx s '/data/my files' "a \\"b\\" c"`, ["npx", "s", "/data/my files", 'a "b" c']],
    ["run a\\ b  c''d ''", ["run", "a b", "cd", ""]],
    ["run '$HOME | x' --flag=\"1\"", ["run", "$HOME | x", "--flag=1"]],
    ["env KEY=1 run", ["env", "KEY=1", "run"]],
    ["'A=1' run", ["A=1", "run"]],
    ["/bin/run https://host/x", ["/bin/run", "https://host/x"]],
  ])("%s", (line, expected) => {
    expect(words(line)).toEqual(expected);
  });

  test("any words survive single quotes", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (given) => {
        const quoted = ["run", ...given].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
        expect(words(quoted.join(" "))).toEqual(["run", ...given]);
      }),
    );
  });
});

test.each([
  ["ftp://host/x", "an http or https URL or a command line"],
  ["http://", "cannot be read"],
  ["", "found no command"],
  ["''", "found no command"],
  ["run 'a", "the quote ' is never closed"],
  ['run "a', 'the quote " is never closed'],
  ["run \\", "ends with a backslash"],
  ["run $HOME", "the environment variable HOME is not set"],
  ["run $(id)", "$ means something only to a shell"],
  ["run ~/x", "~ means something only to a shell"],
  ["run | tee log", "| means something only to a shell"],
  ["KEY=1", "found no command"],
  ["http://host/$KEY", "the environment variable KEY is not set"],
])("%j is a problem", (line, problem) => {
  expect(parseMcpServer("s", line)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  expect(parseMcpServer("s", line)).toEqual({ ok: false, problem: expect.stringContaining('"s"') });
});

test("variables come from the environment, without splitting words, and are secrets", () => {
  const environment = { KEY: "a b&'c", EMPTY: "" };
  expect(parseMcpServer("s", `KEY=$KEY MODE="x y" run --key="\${KEY}" '$KEY' "\\$KEY"`, environment)).toEqual(
    {
      ok: true,
      server: {
        name: "s",
        transport: "stdio",
        command: "run",
        args: ["--key=a b&'c", "$KEY", "$KEY"],
        env: { KEY: "a b&'c", MODE: "x y" },
        secrets: ["a b&'c", "a b&'c"],
      },
    },
  );
  expect(parseMcpServer("s", "https://host/mcp?key=$KEY", environment)).toMatchObject({
    server: { url: "https://host/mcp?key=a%20b%26%27c", secrets: ["a b&'c"] },
  });
  expect(parseMcpServer("s", "run $EMPTY", environment)).toMatchObject({ ok: false });
});

describe("headers behind a URL", () => {
  const environment = { TOKEN: "t0k3n", BAD: "two\nlines" };
  const headersOf = (further: string) => parseMcpServer("s", `https://host/mcp ${further}`, environment);

  test("are those of curl; a key in one is a variable of the environment, and a secret", () => {
    expect(headersOf('-H "Authorization: Bearer $TOKEN" --header X-Team:blue')).toEqual({
      ok: true,
      server: {
        ...{ name: "s", transport: "http", url: "https://host/mcp", secrets: ["t0k3n"] },
        headers: { authorization: "Bearer t0k3n", "x-team": "blue" },
      },
    });
  });

  test.each([
    ["-H 'Authorization: Bearer $TOKEN'", "a variable in single quotes"],
    ['-H "Authorization: Bearer $NONE"', "the environment variable NONE is not set"],
    ['-H "X-Team: $BAD"', "the header X-Team is empty, or has characters that no header can have"],
    ['-H "X-Team:"', "the header X-Team is empty"],
    ["-H a:1 -H A:2", "the header A is given twice"],
    ["'Authorization: Bearer lit9'", "expected headers after the URL"],
    ["-H 'no colon'", "expected headers after the URL"],
    ["-H", "expected headers after the URL"],
    ["-X POST", "expected headers after the URL"],
    ['-H "a', 'the quote " is never closed'],
  ])("%s is a problem, told without what was found", (further, problem) => {
    const read = headersOf(further);
    expect(read).toEqual({ ok: false, problem: expect.stringContaining(problem) });
    expect(JSON.stringify(read)).not.toMatch(/lit9|t0k3n|lines/);
  });
});

describe("the folder of a task", () => {
  test("can stand in arguments, variables and the working directory of a program", () => {
    const read = parseMcpServer("s", "PWD={workspace}/src NOTES='{workspace}/n' run --root={workspace}");
    if (!read.ok || !isPerTask(read.server)) throw new Error("expected a program that is started per task");
    expect(serverInWorkspace(read.server, "/w $& d")).toMatchObject({
      ...{ command: "run", args: ["--root=/w $& d"], cwd: "/w $& d/src" },
      env: { PWD: "/w $& d/src", NOTES: "/w $& d/n" },
    });
    const other = parseMcpServer("s", "PWD=/data run /folder");
    expect(other).toMatchObject({ server: { cwd: "/data" } });
    expect(other.ok && isPerTask(other.server)).toBe(false);
  });

  test.each([
    ["{workspace}/server --stdio", "the program cannot be one of {workspace}"],
    ["https://host/{workspace}", "is for programs that are started here"],
    ['https://host/mcp -H "X-Root: {workspace}"', "is for programs that are started here"],
  ])("%s is a problem", (setting, problem) => {
    expect(parseMcpServer("s", setting)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });
});

test("a server needs a name", () => {
  expect(parseMcpServer(" ", "run")).toMatchObject({ ok: false });
});
