import useSWR from "swr";
import type { PublicConfig } from "../../worker/contract/config.ts";

/** What this installation is like: plans, switches, the publishable key. Undefined while it loads. */
export function usePublicConfig(): PublicConfig | undefined {
	return useSWR<PublicConfig>("/api/config").data;
}
