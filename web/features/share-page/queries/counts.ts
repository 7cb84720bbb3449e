import { client } from "../../../lib/server/client.ts";

const share = client.api["file-shares"][":shareId"];

/** Arrives even while the page closes. False if the browser won't send it. */
export const countFiles = (slug: string, json: { seen: string[]; hearts: string[] }): boolean =>
	navigator.sendBeacon(
		share.counts.$path({ param: { shareId: slug } }),
		new Blob([JSON.stringify(json)], { type: "application/json" }),
	);
