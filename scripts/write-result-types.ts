// Writes the interfaces of results from their schemas.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageTypes, resultTypes } from "./result-types.ts";

const source = join(import.meta.dirname, "..", "src");
writeFileSync(join(source, "trace/message-record.generated.ts"), messageTypes());
writeFileSync(join(source, "result/result-types.generated.ts"), resultTypes());
