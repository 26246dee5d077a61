/** Why a template in Python cannot be evaluated: its source is wrong, or has code that the package pyodide would run. */
export type PythonTemplateProblem = "mistake" | "needs_pyodide";

/** What keeps a template in Python from being evaluated, as far as that is known without running anything of it. */
export async function pythonTemplateProblem(source: string): Promise<PythonTemplateProblem | undefined> {
  const { readPythonTemplate } = await import("./python/read-template.ts");
  const reading = readPythonTemplate(source);
  if (reading.kind === "mistake") return "mistake";
  if (reading.kind === "data" && Object.keys(reading.checks).length === 0) return undefined;
  return (await runsPython()) ? undefined : "needs_pyodide";
}

/** True where the package pyodide is there, which runs Python code. */
export async function runsPython(): Promise<boolean> {
  const { pyodideFolder } = await import("./python/run/pyodide-folder.ts");
  try {
    pyodideFolder();
    return true;
  } catch {
    return false;
  }
}
