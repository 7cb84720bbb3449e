import useSWR from "swr";
import type { PublicConfig } from "../../worker/contract/config.ts";
import { answer, client } from "./client.ts";

/** What this installation is like: plans, switches, the publishable key. Undefined while it loads. */
export function usePublicConfig(): PublicConfig | undefined {
	return useSWR("/api/config", () => answer(client.api.config.$get())).data;
}
