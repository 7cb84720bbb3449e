import { client, readJson } from "../../../lib/server/client.ts";
import { type Size, sized } from "../../../lib/server/queries/files.ts";

const share = client.api["file-shares"][":shareId"];

export async function archiveLink(slug: string, files: string[], size?: Size): Promise<string> {
	const json = { files };
	return (
		await readJson(share.archives.$post({ param: { shareId: slug }, query: sized(size), json }))
	).url;
}
