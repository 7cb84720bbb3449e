import type { Listing } from "../../../../worker/files/previews/contract/previews.ts";
import { client, readJson } from "../../../lib/server/client.ts";

const file = client.api.files[":id"];

export async function fetchListing(id: string): Promise<Listing> {
	const listing: unknown = await readJson(file.preview.$get({ param: { id }, query: {} }));
	if (!isListing(listing)) throw new Error("The preview is not a listing");
	return listing;
}

/** The server validates listings when it stores them; validating here would add Zod to the share page. */
function isListing(value: unknown): value is Listing {
	return typeof value === "object" && value !== null && "total" in value && "entries" in value;
}
