#!/usr/bin/env node
// Kept in old syntax on purpose: an old Node must be able to read it and say so.
var major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    "karenina needs Node 24 or newer; this is Node " +
      process.versions.node +
      ". Install it, or add it to your project: npm install --save-dev node@24",
  );
  process.exitCode = 1;
} else {
  import("node:module")
    .then((nodeModule) => {
      nodeModule.enableCompileCache?.();
      return import("../dist/cli/main.js");
    })
    .then((cli) => cli.main(process.argv.slice(2)));
}
