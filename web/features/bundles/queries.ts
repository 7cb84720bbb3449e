import type { CreatedShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { type BodyOf, client, readJson } from "../../lib/server/client.ts";
import { refreshShares } from "../../lib/server/queries/shares.ts";

const { bundles } = client.api;

export async function createBundle(json: BodyOf<typeof bundles.$post>): Promise<CreatedShare> {
	const created = await readJson(bundles.$post({ json }));
	await refreshShares();
	return created;
}
