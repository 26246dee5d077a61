import { expect, test } from "vitest";
import { AdapterRegistry } from "./adapter-registry.ts";
import { defineInterface, type InterfaceDefinition } from "./define-interface.ts";
import { builtInInterfaces } from "./interfaces.ts";

const lab: InterfaceDefinition = {
  name: "lab",
  tier: "tool_loop",
  connect: () => Promise.reject(new Error("never opened")),
};

test.each<[object, string]>([
  [
    { tier: "tool_lop" },
    'The interface "lab" cannot be defined: tier: expected one of tool_loop, deep_agent; found "tool_lop", did you mean "tool_loop"?.',
  ],
  [{ tier: undefined }, "tier: expected one of tool_loop, deep_agent; found nothing"],
  [{ reached: "sometimes" }, 'reached: expected one of network, program, calls, here; found "sometimes"'],
  [{ connect: undefined }, "connect: expected a function"],
  [{ conect: 1 }, 'unknown member "conect", did you mean "connect"?'],
  [
    { takes: { endpoint_base_url: { needed: "an address" } } },
    'takes: unknown member "endpoint_base_url", did you mean "endpointBaseUrl"?',
  ],
  [{ takes: { endpointUrl: {} } }, 'takes: unknown member "endpointUrl", did you mean "endpointBaseUrl"?'],
  [{ takes: { endpointBaseUrl: true } }, "takes.endpointBaseUrl: Invalid input: expected object"],
  [
    { takes: { endpointBaseUrl: { need: "x" } } },
    'takes.endpointBaseUrl: unknown member "need", did you mean "needed"?',
  ],
  [{ vendor: { name: 1, keyVariables: [] } }, "vendor.name: Invalid input: expected string"],
  [{ name: "My Lab", tier: "x" }, 'such as my_lab; found "My Lab"; tier: expected one of'],
  [{ name: undefined }, "An interface cannot be defined: name: "],
])("what does not fit is refused by its name: %j", (part, message) => {
  expect(() => defineInterface({ ...lab, ...part })).toThrow(message);
});

test("what is no definition at all is refused", () => {
  for (const given of [null, undefined, "lab", []])
    expect(() => defineInterface(given as never)).toThrow("An interface cannot be defined: ");
});

test("whatever the interfaces that come with karenina say can be said, and undefined is a default", () => {
  for (const one of builtInInterfaces)
    expect(defineInterface(one)).toEqual({ ...one, connect: expect.any(Function) });
  const given = { ...lab, label: undefined, takes: undefined, reached: undefined } as never;
  expect(defineInterface(given)).toMatchObject({ label: "lab", takes: {}, reached: "calls" });
});

test("a registry refuses a name that is taken", () => {
  const registry = AdapterRegistry.builtIn().register(defineInterface(lab));
  expect(registry.getSpec("lab")?.agentTier).toBe("tool_loop");
  expect(AdapterRegistry.getSpec("claude_agent_sdk")?.agentTier).toBe("deep_agent");
  expect(AdapterRegistry.getSpec("lab")).toBeUndefined();
  for (const name of ["openrouter", "value", "lab"])
    expect(() => registry.register(defineInterface({ ...lab, name }))).toThrow(
      `There is another interface "${name}".`,
    );
});

test("a registry takes interfaces alone, and what it hands out cannot be changed", () => {
  const registry = AdapterRegistry.builtIn();
  for (const given of [null, "lab", { name: "lab" }])
    expect(() => registry.register(given as never)).toThrow("What is registered is no interface.");
  const definition = AdapterRegistry.getSpec("openrouter")?.definition ?? {};
  expect(() => Object.assign(definition, { connect: null })).toThrow("read only");
  expect(() => Object.assign(builtInInterfaces, { length: 0 })).toThrow("read only");
});
