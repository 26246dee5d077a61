import { expect, test } from "vitest";
import { fileSettings } from "../../../models/definition/index.ts";
import { askedModels } from "./asked-models.ts";

test.each(fileSettings)("a model that is served from a file is named with it (%s)", (setting) => {
  const config = { answeringModels: [{ modelName: "m", [setting]: "/data/m.file" }] };
  expect(askedModels(config)).toEqual(['put the questions to model "m" at the file /data/m.file']);
});

test("a service that is tested is named with its host, without what follows", () => {
  const http = 'https://user:secret@rag.example:8443/ask?key=1 -H "X-Team: blue"';
  expect(askedModels({ answeringModels: [{ id: "rag", http }] })).toEqual([
    'put the questions to model "rag" at rag.example:8443',
  ]);
});
