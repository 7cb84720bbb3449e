import { type BodyOf, client } from "../client.ts";
import { refreshDashboard } from "./shares.ts";

const { prices } = client.api;

/** Prices to change, each with the one that it replaces. */
export type PriceEdits = BodyOf<typeof prices.$post>["changes"];

/** Changes all of these prices, or none of them. Throws ApiFailure. */
export async function changePrices(changes: PriceEdits): Promise<void> {
	try {
		await prices.$post({ json: { changes } });
	} finally {
		await refreshDashboard();
	}
}
