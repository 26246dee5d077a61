/**
 * How the guest's entries reply: always text, whatever the code did. Self-contained: this file runs in QuickJS.
 */

// Taken before any code of a file runs, which may replace them.
const { parse, stringify } = JSON;

/** Runs an action on a task; the reply is `{ ok: true, value }` or `{ ok: false, name, message, stack }` as JSON text. */
export async function replyTo<Task>(taskJson: string, action: (task: Task) => unknown): Promise<string> {
  try {
    const task: Task = parse(taskJson);
    return stringify({ ok: true, value: await action(task) });
  } catch (thrown) {
    return stringify({ ok: false, ...failure(thrown) });
  }
}

function failure(thrown: unknown): {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
} {
  if (!(thrown instanceof Error)) return { name: "Thrown", message: textOf(thrown), stack: "" };
  return { name: textOf(thrown.name), message: textOf(thrown.message), stack: textOf(thrown.stack) };
}

function textOf(value: unknown): string {
  try {
    return String(value).slice(0, 2000);
  } catch {
    return `a ${typeof value} that cannot be shown`;
  }
}
