import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../../lib/server/client.ts";
import { polled } from "../../lib/server/swr.ts";

const { discounts } = client.api;
const discount = discounts[":id"];

const refresh = () => mutate(discounts.$path());

export const useDiscounts = () =>
	useSWR(discounts.$path(), () => readJson(discounts.$get({ query: {} })), polled(30));

export async function saveDiscount(
	id: string | null,
	json: BodyOf<typeof discount.$put>,
): Promise<void> {
	await (id === null ? discounts.$post({ json }) : discount.$put({ param: { id }, json }));
	await refresh();
}

export async function switchDiscount(id: string, active: boolean): Promise<void> {
	await discount.$patch({ param: { id }, json: { active } });
	await refresh();
}

/** Sales keep the code's text. */
export async function deleteDiscount(id: string): Promise<void> {
	await discount.$delete({ param: { id } });
	await refresh();
}
