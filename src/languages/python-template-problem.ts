/** Why a template in Python cannot be evaluated: its source is wrong, or has code that the package pyodide would run. */
export type PythonTemplateProblem = "mistake" | "needs_pyodide";

/** What keeps a template in Python from being evaluated, as far as that is known without running anything of it. */
export async function pythonTemplateProblem(source: string): Promise<PythonTemplateProblem | undefined> {
  const { readPythonTemplate } = await import("./python/read-template.ts");
  const reading = readPythonTemplate(source);
  if (reading.kind === "mistake") return "mistake";
  if (reading.kind === "data" && Object.keys(reading.checks).length === 0) return undefined;
  const { pyodideFolder } = await import("./python/run/pyodide-folder.ts");
  try {
    pyodideFolder();
    return undefined;
  } catch {
    return "needs_pyodide";
  }
}
