import type { Listing } from "../../../worker/contract/previews.ts";
import { apiFetch } from "../api-fetch.ts";
import { client, readJson } from "../client.ts";

const share = client.api["file-shares"][":shareId"];
const file = client.api.files[":id"];
const folderOf = share["download-folder"][":folderName{.+}"];

/** Where the bytes are, as plain links: the browser shows the progress and resumes. */
export const fileLinks = {
	download: (id: string) => file.download.$path({ param: { id } }),
	preview: (id: string) => file.preview.$path({ param: { id } }),
	stream: (id: string) => file.stream.$path({ param: { id } }),
	folder: (slug: string, path: string) =>
		folderOf.$path({
			param: { shareId: slug, folderName: path.split("/").map(encodeURIComponent).join("/") },
		}),
	all: (slug: string) => share["download-all-assets"].$path({ param: { shareId: slug } }),
};

/** Asks whether the bytes behind one of these links are to be had. Throws ApiFailure. */
export const checkLink = (href: string) => apiFetch(href, { method: "HEAD" });

/** The link to a ZIP of these files. Throws ApiFailure. */
export async function archiveLink(slug: string, files: string[]): Promise<string> {
	const json = { files };
	return (await readJson(share.archives.$post({ param: { shareId: slug }, json }))).url;
}

/** What an archive contains: the preview of a file of this kind. Throws ApiFailure. */
export async function fetchListing(id: string): Promise<Listing> {
	const listing: unknown = await readJson(file.preview.$get({ param: { id } }));
	if (!isListing(listing)) throw new Error("The preview is not a listing");
	return listing;
}

/** The schema checks listings when they are stored; here it would bring Zod to the share page. */
function isListing(value: unknown): value is Listing {
	return typeof value === "object" && value !== null && "total" in value && "entries" in value;
}
