import { filledPlaces } from "../../models/http-application/index.ts";
import { distinctModels } from "../model/prompted-models.ts";
import type { RunOutline } from "../settings/run-outline.ts";
import type { PartWithoutEffect } from "./part-without-effect.ts";

/** What a service under test is never sent, because its requests have no place for it. */
export function listUnsentParts({ config, showsExamples }: RunOutline): readonly PartWithoutEffect[] {
  return distinctModels(config.answeringModels).flatMap((model) => {
    if (model.http === null) return [];
    const places = filledPlaces(model);
    if (places.has("messages")) return [];
    const part = (name: string, place: string): PartWithoutEffect => ({
      name: `${name} for model "${model.id}"`,
      reason: `its requests have no place for it; add ${place} to http_body`,
    });
    return [
      ...(showsExamples ? [part("few_shot_config", '"{{messages}}"')] : []),
      ...(config.promptConfig.generation && !places.has("system")
        ? [part("prompt_config.generation", "{{system}} or {{messages}}")]
        : []),
    ];
  });
}
