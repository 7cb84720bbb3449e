import useSWR, { mutate } from "swr";
import { client, readJson } from "../../lib/server/client.ts";
import { polled } from "../../lib/server/swr.ts";

const share = client.api["file-shares"][":shareId"];
const keyOf = (slug: string) => share.choices.$path({ param: { shareId: slug } });

export const useChoices = (slug: string) =>
	useSWR(keyOf(slug), () => readJson(share.choices.$get({ param: { shareId: slug } })), polled(5));

export const refreshChoices = (slug: string) => mutate(keyOf(slug));

export const choicesCsvLink = (slug: string) =>
	share["choices.csv"].$path({ param: { shareId: slug } });

export async function deleteChooser(slug: string, id: string): Promise<void> {
	await share.choices[":id"].$delete({ param: { shareId: slug, id } });
	await refreshChoices(slug);
}
