import useSWR, { mutate } from "swr";
import { client, readJson } from "../../../lib/server/client.ts";

const { updates } = client.api["file-shares"][":shareId"];

export const useBuyerUpdates = (slug: string) =>
	useSWR(updates.$path({ param: { shareId: slug } }), () =>
		readJson(updates.$get({ param: { shareId: slug } })),
	);

export async function tellBuyers(slug: string, text: string) {
	const sent = await readJson(updates.$post({ param: { shareId: slug }, json: { text } }));
	await mutate(updates.$path({ param: { shareId: slug } }));
	return sent;
}
