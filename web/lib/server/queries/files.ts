import { apiFetch } from "../api-fetch.ts";
import { client } from "../client.ts";

const share = client.api["file-shares"][":shareId"];
const file = client.api.files[":id"];
const folderOf = share["download-folder"][":folderName{.+}"];

/** `web`: of pictures that are sold in web size, that size. */
export type Size = "web" | undefined;
export const sized = (size: Size) => (size ? { size } : {});

export const fileLinks = {
	download: (id: string, size?: Size) => file.download.$path({ param: { id }, query: sized(size) }),
	preview: (id: string) => file.preview.$path({ param: { id }, query: {} }),
	stream: (id: string) => file.stream.$path({ param: { id } }),
	folder: (slug: string, path: string, size?: Size) =>
		folderOf.$path({
			param: { shareId: slug, folderName: path },
			query: sized(size),
		}),
	all: (slug: string, size?: Size) =>
		share["download-all-assets"].$path({ param: { shareId: slug }, query: sized(size) }),
};

/** Throws ApiFailure if the bytes behind a link are unavailable. */
export const checkLink = (href: string) => apiFetch(href, { method: "HEAD" });
