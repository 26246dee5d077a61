import { findInnerInterface, vendorOfCalls } from "../../models/index.ts";
import type { VendorFacts } from "../../models/vendors/index.ts";
import { present, unmasked } from "../model/resolved-model.ts";
import { inferredInterface } from "../settings/inferred-interface.ts";
import type { ModelConfig } from "../settings/model-config.ts";

/** A key on its way to a host that is not its vendor's. */
export interface KeyRoute {
  /** Such as `the key in MY_KEY`. */
  readonly key: string;
  readonly host: string;
}

/** The way of a model's key; undefined where none is sent, or only the vendor's own to the vendor. */
export async function keyRouteOf(model: ModelConfig): Promise<KeyRoute | undefined> {
  const vendor = await vendorOfCalls(
    findInnerInterface(inferredInterface(model), model),
    model.modelProvider,
  );
  const address = model.endpointBaseUrl ?? model.anthropicBaseUrl;
  const host = present(address) && URL.canParse(address) ? new URL(address).host : undefined;
  const key = keyOf(model, vendor);
  if (key === undefined) return undefined;
  const isOpen = present(address) && /^http:/i.test(address);
  const isVendors = host === undefined || (host === hostOf(vendor) && !isOpen);
  const isOwnKey = !present(model.apiKeyEnv) || vendor?.keyVariables.includes(model.apiKeyEnv) === true;
  if (isVendors && isOwnKey) return undefined;
  return { key, host: host ?? hostOf(vendor) ?? "its vendor" };
}

function keyOf(model: ModelConfig, vendor: VendorFacts | undefined): string | undefined {
  if (present(model.apiKeyEnv)) return `the key in ${model.apiKeyEnv}`;
  if (unmasked(model.endpointApiKey) !== null) return "the key in endpoint_api_key";
  if (unmasked(model.anthropicApiKey) !== null) return "the key in anthropic_api_key";
  return vendor === undefined || vendor.keyVariables.length === 0
    ? undefined
    : `the key in ${vendor.keyVariables.join(" or ")}`;
}

/** A vendor's own host, where it is known. */
export function hostOf(vendor: VendorFacts | undefined): string | undefined {
  return vendor?.defaultUrl === undefined ? undefined : new URL(vendor.defaultUrl).host;
}
