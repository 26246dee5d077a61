/** CPython in a realm. */
export interface Interpreter {
  /** Answers a request with a text, both JSON. What comes back is whatever the code in it made of it. */
  call(request: string): unknown;
  /** Its memory as it is now, for `startInterpreter`. */
  snapshot(): Uint8Array;
}

interface Pyodide {
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
  readonly globals: { get(name: string): (request: string) => unknown };
}

interface LoadPyodide {
  loadPyodide(options: object): Promise<Pyodide>;
}

/**
 * Starts CPython in the realm this runs in. Stands alone: it is sent to the realm as its text. The programs define `answer`, which `call` calls, and
 * `close_doors`, which takes the ways to JavaScript from Python's modules.
 */
export async function startInterpreter(
  loader: object,
  program: object,
  lockFile: string,
  programs: string,
  snapshot: Uint8Array | undefined,
): Promise<Interpreter> {
  const { loadPyodide } = loader as LoadPyodide;
  const pyodide = await loadPyodide({
    indexURL: "pyodide:/",
    createPyodideModule: (program as { default: unknown }).default,
    lockFileContents: { info: JSON.parse(lockFile).info, packages: {} },
    stdin: () => undefined,
    stdout: () => undefined,
    stderr: () => undefined,
    ...(snapshot === undefined ? { _makeSnapshot: true } : { _loadSnapshot: snapshot }),
  });
  if (snapshot === undefined) pyodide.runPython(programs);
  else pyodide.runPython("close_doors()");
  return {
    call: (request) => pyodide.globals.get("answer")(request),
    snapshot: () => pyodide.makeMemorySnapshot(),
  };
}
