import { expect, test } from "vitest";
import type { JsonObject } from "../../base/index.ts";
import { withoutLocalPaths } from "../index.ts";

test("settings in a file that is shared say of no path where it lies on this machine", () => {
  const config: JsonObject = {
    answering_models: [
      { model_name: "m", system_prompt: "/no_think", manual_traces_path: "/work/project/data/answers.json" },
      { model_name: "n", model_path: "/home/somebody/models/n.gguf", replay_file: "C:\\calls\\n.jsonl" },
    ],
    embedding_check_replay_file: "vectors.jsonl",
    workspace_output_dir: "/tmp/elsewhere/out",
    deep_judgment_search_tool: "/home/somebody/search.mjs",
    run_name: null,
  };
  expect(withoutLocalPaths(config, "/work/project")).toEqual({
    answering_models: [
      { model_name: "m", system_prompt: "/no_think", manual_traces_path: "data/answers.json" },
      { model_name: "n", model_path: "n.gguf", replay_file: "n.jsonl" },
    ],
    embedding_check_replay_file: "vectors.jsonl",
    workspace_output_dir: "out",
    deep_judgment_search_tool: "search.mjs",
    run_name: null,
  });
});
