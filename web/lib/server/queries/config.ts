import useSWR from "swr";
import type { PublicConfig } from "../../../../worker/contract/config.ts";
import { DELETED_SHARE_KEEP_DAYS } from "../../../../worker/contract/constants.ts";
import { DEFAULT_STORAGE, type StorageLimits } from "../../../../worker/contract/plans.ts";
import { client, readJson } from "../client.ts";

const config = client.api.config;

export function usePublicConfig(): PublicConfig | undefined {
	return useSWR(config.$path(), () => readJson(config.$get())).data;
}

/** In bytes; the defaults while the configuration loads. */
export function useStorageLimits(): StorageLimits {
	return usePublicConfig()?.storage ?? DEFAULT_STORAGE;
}

export function useKeepDays(): number {
	return usePublicConfig()?.deletedShareKeepDays ?? DELETED_SHARE_KEEP_DAYS;
}
