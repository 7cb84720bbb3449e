import { type BodyOf, client } from "../client.ts";
import { refreshDashboard } from "./shares.ts";

const { prices } = client.api;

/** Each change names the price that it replaces. */
export type PriceEdits = BodyOf<typeof prices.$post>["changes"];

/** All or none. */
export async function changePrices(changes: PriceEdits): Promise<void> {
	try {
		await prices.$post({ json: { changes } });
	} finally {
		await refreshDashboard();
	}
}
