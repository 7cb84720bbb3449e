import type { SharePicture } from "../../../../worker/files/previews/contract/previews.ts";
import { apiFetch } from "../api-fetch.ts";
import { client } from "../client.ts";

const picture = client.api["file-shares"][":shareId"].pictures[":kind"];

export const fetchPicture = async (src: string) => (await apiFetch(src)).blob();

export const putSharePicture = (slug: string, kind: SharePicture, body: Blob) =>
	picture.$put(
		{ param: { shareId: slug, kind } },
		{ headers: { "Content-Type": body.type }, init: { body } },
	);
