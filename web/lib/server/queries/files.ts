import { apiFetch } from "../api-fetch.ts";
import { client } from "../client.ts";

const share = client.api["file-shares"][":shareId"];
const file = client.api.files[":id"];
const folderOf = share["download-folder"][":folderName{.+}"];

export const fileLinks = {
	download: (id: string) => file.download.$path({ param: { id } }),
	preview: (id: string) => file.preview.$path({ param: { id }, query: {} }),
	stream: (id: string) => file.stream.$path({ param: { id } }),
	folder: (slug: string, path: string) =>
		folderOf.$path({
			param: { shareId: slug, folderName: path },
		}),
	all: (slug: string) => share["download-all-assets"].$path({ param: { shareId: slug } }),
};

/** Throws ApiFailure if the bytes behind a link are unavailable. */
export const checkLink = (href: string) => apiFetch(href, { method: "HEAD" });
