import useSWR, { mutate } from "swr";
import { client, readJson } from "../client.ts";

const { updates } = client.api["file-shares"][":shareId"];

/** What a creator has to know before writing to the buyers of a share, and what was written before. */
export const useBuyerUpdates = (slug: string) =>
	useSWR(updates.$path({ param: { shareId: slug } }), () =>
		readJson(updates.$get({ param: { shareId: slug } })),
	);

/** Writes to the buyers of a share. Throws ApiFailure. */
export async function tellBuyers(slug: string, text: string) {
	const sent = await readJson(updates.$post({ param: { shareId: slug }, json: { text } }));
	await mutate(updates.$path({ param: { shareId: slug } }));
	return sent;
}
