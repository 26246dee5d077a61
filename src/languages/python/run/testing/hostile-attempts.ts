/** Where attempts would be seen if they got out. */
export interface Outside {
  /** A file of the host whose text is `secret`. */
  readonly secretFile: string;
  /** A file that does not exist. */
  readonly newFile: string;
  /** A port of 127.0.0.1 on which somebody listens. */
  readonly port: number;
  /** The number of a process of the host. */
  readonly pid: number;
}

/** How Python code finds JavaScript when every module that leads there is gone. */
const findJavaScript = `import gc
finder = [o for o in gc.get_objects() if type(o).__name__ == "JsFinder"][0]
js, pyodide = finder.jsproxies["js"], finder.jsproxies["pyodide_js"]
`;

/**
 * Statements that reach for something outside of the sandbox. Each sets \`got\` to something true if it got it.
 *
 * @example attempts(outside)["reads a file"] // 'got = open("/tmp/secret").read()'
 */
export function attempts(outside: Outside): { readonly [what: string]: string } {
  const { port, pid } = outside;
  const secret = JSON.stringify(outside.secretFile);
  const folder = JSON.stringify(outside.secretFile.replace(/\/[^/]*$/, ""));
  const fresh = JSON.stringify(outside.newFile);
  const url = JSON.stringify(`http://127.0.0.1:${port}/`);
  const inJavaScript = (code: string) => findJavaScript + code;
  return {
    "reads a file": `got = open(${secret}).read()`,
    "reads accounts": `got = "root:" in open("/etc/passwd").read()`,
    "sees a file": `import os\ngot = os.path.exists(${secret})`,
    "lists a folder": `import os\ngot = os.listdir(${folder})`,
    "writes a file": `import os\nopen(${fresh}, "w").write("x")`,
    "imports from the host": `import sys\nsys.path.insert(0, ${folder})\nimport secret\ngot = secret`,
    "runs a shell": `import os\ngot = os.system("touch ${outside.newFile}") == 0`,
    "opens a pipe": `import os\ngot = os.popen("id").read()`,
    "runs a program": `import subprocess\ngot = subprocess.run(["id"], capture_output=True).stdout`,
    "spawns a program": `import os\ngot = os.posix_spawn("/bin/touch", ["touch", ${fresh}], {})`,
    "becomes a program": `import os\nos.execv("/bin/touch", ["touch", ${fresh}])`,
    forks: `import os\ngot = os.fork() >= 0`,
    "starts a process": `import multiprocessing\np = multiprocessing.Process(target=print)\np.start()\ngot = p.pid`,
    "starts a thread": `import threading\nt = threading.Thread(target=print)\nt.start()\ngot = True`,
    "kills a process": `import os\nos.kill(${pid}, 0)\ngot = os.getpid() != 42 and os.getppid() > 1`,
    "reads the environment": `import os\ngot = os.environ.get("PATH", "").count("node_modules") or os.environ.get("KARENINA_TEST_SECRET")`,
    "opens a socket": `import socket\ns = socket.socket()\ns.settimeout(1)\ns.connect(("127.0.0.1", ${port}))\ns.send(b"x")`,
    "sends a datagram": `import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.sendto(b"x", ("127.0.0.1", ${port}))`,
    "resolves a name": `import socket\ngot = not socket.gethostbyname("example.com").startswith("172.29.")`,
    "opens an address": `import urllib.request\ngot = urllib.request.urlopen(${url}, timeout=1).read()`,
    "opens an address by http": `import http.client\nc = http.client.HTTPConnection("127.0.0.1", ${port}, timeout=1)\nc.request("GET", "/")\ngot = c.getresponse()`,
    "opens an address by pyodide": `from pyodide.http import open_url\ngot = open_url(${url})`,
    "installs a package": `import micropip\ngot = micropip`,
    "imports js": `import js\ngot = js`,
    "imports pyodide_js": `import pyodide_js\ngot = pyodide_js`,
    "imports js again": `import sys, importlib\nsys.modules.pop("js")\ngot = importlib.import_module("js")`,
    "runs JavaScript": `from pyodide.code import run_js\ngot = run_js("1 + 1")`,
    "runs JavaScript from memory": `import gc, sys, types\nfor name in [name for name, module in sys.modules.items() if module is None]: del sys.modules[name]\nmodule = [o for o in gc.get_objects() if isinstance(o, types.ModuleType) and o.__name__ == "pyodide.code"][0]\ngot = module.run_js("1 + 1")`,
    "loads a library": `import ctypes\ngot = ctypes.CDLL("/lib/x86_64-linux-gnu/libc.so.6")`,
    "calls system of the library": `import ctypes\ngot = ctypes.CDLL(None).system(b"touch ${outside.newFile}") == 0`,
    "looks for Node": inJavaScript(
      `got = [name for name in ("process", "require", "Buffer", "module", "fetch", "WebSocket", "XMLHttpRequest", "EventSource", "Worker", "importScripts", "navigator", "Deno") if getattr(js, name, None) is not None]`,
    ),
    evaluates: inJavaScript(`got = js.eval("1 + 1")`),
    "makes a function": inJavaScript(`got = js.Function.new("return this")()`),
    "makes a function of a constructor": inJavaScript(`got = js.Object.constructor("return process")()`),
    "makes a function of what came from outside": inJavaScript(
      `got = [f.constructor("return process")() for f in (js.readbuffer, js.print, js.setTimeout, js.os.system, pyodide._module.instantiateWasm)]`,
    ),
    "makes an async function": inJavaScript(
      `got = js.Object.getPrototypeOf(pyodide.loadPackage).constructor("return import('node:fs')")()`,
    ),
    "makes a function of an error": inJavaScript(
      `try:\n    js.Object.defineProperty(1)\nexcept Exception as error:\n    got = error.js_error.constructor.constructor("return process")()`,
    ),
    "reads through the shell": inJavaScript(`got = js.read(${secret}) or js.readbuffer(${secret})`),
    "runs through the shell": inJavaScript(
      `js.os.system("sh", js.Array.of("-c", "touch ${outside.newFile}"))`,
    ),
    "mounts a folder": inJavaScript(
      `pyodide.mountNodeFS("/host", ${folder})\nimport os\ngot = os.listdir("/host")`,
    ),
    "mounts a folder by hand": inJavaScript(
      `pyodide.FS.mkdir("/host2")\npyodide.FS.mount(pyodide.FS.filesystems.NODEFS, js.Object.fromEntries([["root", ${folder}]]), "/host2")\ngot = True`,
    ),
    "loads a file": inJavaScript(`got = pyodide._api.loadBinaryFile(${secret}).then(lambda b: b) and False`),
    "loads a package": inJavaScript(`pyodide.loadPackage(${url} + "x.whl")`),
    "uses sockets of Node": inJavaScript(
      `pyodide.useNodeSockFS()\nimport socket\nsocket.create_connection(("127.0.0.1", ${port}), 1).send(b"x")`,
    ),
    "looks at the stack": inJavaScript(
      `seen = []\nfrom _pyodide_core import create_proxy\n` +
        `js.Error.prepareStackTrace = create_proxy(lambda error, frames: seen.extend(f.getFunction() or f.getThis() for f in frames))\n` +
        `js.Error.new("x").stack\ngot = [one for one in seen if one is not None and not isinstance(one, int)]`,
    ),
    "fills JavaScript's memory": inJavaScript(
      `kept = []\nfor _ in range(40):\n    a = js.Uint8Array.new(100_000_000)\n    a.fill(1)\n    kept.append(a)\ngot = len(kept) == 40`,
    ),
  };
}

/** A template whose \`verify\` makes all attempts, and returns how many it made and which got something, as JSON. */
export function hostileTemplate(tries: { readonly [what: string]: string }): string {
  const listed = Object.entries(tries).map(
    ([what, code]) => `    (${JSON.stringify(what)}, ${JSON.stringify(code)}),`,
  );
  return `ATTEMPTS = [
${listed.join("\n")}
]

class Answer(BaseAnswer):
    x: str

    def verify(self):
        import json
        made, reached = 0, []
        for what, code in ATTEMPTS:
            names = {"got": None}
            made += 1
            try:
                exec(code, names)
            except BaseException:
                names["got"] = None
            if names["got"]:
                reached.append(what)
        return json.dumps({"made": made, "reached": reached})
`;
}
