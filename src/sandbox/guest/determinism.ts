/**
 * Takes clock and randomness away, so that code gives the same result every time. Runs before anything else
 * in the sandbox. Self-contained: this file runs in QuickJS.
 */

function unavailable(name: string): () => never {
  return () => {
    throw new TypeError(`${name} is not available in the sandbox: code must give the same result every time`);
  };
}

const MachineDate = Date;

class FixedDate extends MachineDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) unavailable("new Date()")();
    super(...(parts as [number]));
  }
}

Object.defineProperty(MachineDate.prototype, "constructor", { value: FixedDate });
FixedDate.now = unavailable("Date.now()");
Math.random = unavailable("Math.random()");
globalThis.Date = FixedDate as DateConstructor;
