import { client, readJson } from "../../../lib/server/client.ts";

const share = client.api["file-shares"][":shareId"];

export async function archiveLink(slug: string, files: string[]): Promise<string> {
	const json = { files };
	return (await readJson(share.archives.$post({ param: { shareId: slug }, json }))).url;
}
