import useSWR, { mutate } from "swr";
import type { DraftDetails, ShareDraft } from "../../../../worker/catalogue/drafts/contract.ts";
import { client, readJson } from "../client.ts";

const { drafts } = client.api;
const draft = drafts[":id"];
const { duplicate } = client.api["file-shares"][":shareId"];

export const useDrafts = () =>
	useSWR<ShareDraft[]>(drafts.$path(), () => readJson(drafts.$get()), { dedupingInterval: 2000 });

export async function saveDraft(id: string, json: DraftDetails): Promise<void> {
	await draft.$put({ param: { id }, json });
	await mutate(drafts.$path());
}

export async function deleteDraft(id: string): Promise<void> {
	await draft.$delete({ param: { id } });
	await mutate(drafts.$path());
}

/** Returns the draft's id. */
export async function duplicateShare(slug: string): Promise<string> {
	const { id } = await readJson(duplicate.$post({ param: { shareId: slug } }));
	await mutate(drafts.$path());
	return id;
}
