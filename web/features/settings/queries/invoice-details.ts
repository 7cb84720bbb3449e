import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../../../lib/server/client.ts";

const details = client.api["invoice-details"];

export const useInvoiceDetails = () => useSWR(details.$path(), () => readJson(details.$get()));

export async function setInvoiceDetails(json: BodyOf<typeof details.$put>): Promise<void> {
	const changed = await readJson(details.$put({ json }));
	void mutate(details.$path(), changed, { revalidate: false });
}
