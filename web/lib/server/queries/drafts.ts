import useSWR, { mutate } from "swr";
import type { DraftDetails, ShareDraft } from "../../../../worker/contract/catalogue/drafts.ts";
import { client, readJson } from "../client.ts";

const { drafts } = client.api;
const draft = drafts[":id"];
const { duplicate } = client.api["file-shares"][":shareId"];

/** The creator's drafts, the last changed first. */
export const useDrafts = () =>
	useSWR<ShareDraft[]>(drafts.$path(), () => readJson(drafts.$get()), { dedupingInterval: 2000 });

/** Saves what is typed into the form. Throws ApiFailure. */
export async function saveDraft(id: string, json: DraftDetails): Promise<void> {
	await draft.$put({ param: { id }, json });
	await mutate(drafts.$path());
}

/** Throws a draft away. Throws ApiFailure. */
export async function deleteDraft(id: string): Promise<void> {
	await draft.$delete({ param: { id } });
	await mutate(drafts.$path());
}

/** Makes a draft of a share's text and settings; returns its id. Throws ApiFailure. */
export async function duplicateShare(slug: string): Promise<string> {
	const { id } = await readJson(duplicate.$post({ param: { shareId: slug } }));
	await mutate(drafts.$path());
	return id;
}
