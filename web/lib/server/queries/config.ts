import useSWR from "swr";
import { DEFAULT_STORAGE, type StorageLimits } from "../../../../worker/contract/accounts/plans.ts";
import type { PublicConfig } from "../../../../worker/contract/config.ts";
import { DELETED_SHARE_KEEP_DAYS } from "../../../../worker/contract/constants.ts";
import { client, readJson } from "../client.ts";

const config = client.api.config;

/**
 * Returns the installation's configuration: plans, switches, the publishable key. Undefined while it
 * loads.
 */
export function usePublicConfig(): PublicConfig | undefined {
	return useSWR(config.$path(), () => readJson(config.$get())).data;
}

/** Returns each plan's storage quota in bytes; the defaults while the installation's load. */
export function useStorageLimits(): StorageLimits {
	return usePublicConfig()?.storage ?? DEFAULT_STORAGE;
}

/**
 * Returns how many days buyers may download what its creator has deleted; the default while the
 * configuration loads.
 */
export function useKeepDays(): number {
	return usePublicConfig()?.deletedShareKeepDays ?? DELETED_SHARE_KEEP_DAYS;
}
