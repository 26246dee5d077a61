#!/usr/bin/env node
// Kept in old syntax on purpose: an old Node must be able to read it and say so.
var major = Number(process.versions.node.split(".")[0]);

function fail(message) {
  console.error(`error: ${message}`);
  process.exitCode = 1;
}

if (major < 24) {
  fail(
    "karenina needs Node 24 or newer; this is Node " +
      process.versions.node +
      ". Install it, or add it to your project: npm install --save-dev node@24",
  );
} else {
  import("../dist/cli/compile-cache.js")
    .then((cache) => {
      cache.keepCompiledCode();
      return import("../dist/cli/main.js");
    })
    .then(
      (cli) => cli.main(process.argv.slice(2)),
      (error) => {
        if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
        fail(
          `${error.message}\nhint: In a clone of the repository, run \`npm install\` and \`npm run build\` first.`,
        );
      },
    )
    .catch((error) => {
      fail(error.message);
    });
}
