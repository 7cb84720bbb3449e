import useSWR, { mutate } from "swr";
import useSWRInfinite from "swr/infinite";
import type { WebhookMessagePage } from "../../../../worker/api/webhooks/contract/webhooks.ts";
import { type BodyOf, client, readJson } from "../../../lib/server/client.ts";
import { polled } from "../../../lib/server/swr.ts";

const { endpoints, messages } = client.api.webhooks;
const endpoint = endpoints[":id"];
const KEY = endpoints.$path();

const refresh = () => mutate(KEY);

export const useEndpoints = () =>
	useSWR(KEY, async () => (await readJson(endpoints.$get())).endpoints, polled(60));

export async function createEndpoint(json: BodyOf<typeof endpoints.$post>) {
	const made = await readJson(endpoints.$post({ json }));
	void refresh();
	return made;
}

export async function editEndpoint(
	id: string,
	json: BodyOf<typeof endpoint.$patch>,
): Promise<void> {
	await endpoint.$patch({ param: { id }, json });
	await refresh();
}

export async function rotateEndpoint(id: string) {
	const made = await readJson(endpoint.rotate.$post({ param: { id } }));
	void refresh();
	return made;
}

export async function deleteEndpoint(id: string): Promise<void> {
	await endpoint.$delete({ param: { id } });
	await refresh();
}

export async function testEndpoint(id: string) {
	const message = await readJson(endpoint.test.$post({ param: { id } }));
	void refresh();
	return message;
}

export const useEndpointLog = (id: string) =>
	useSWRInfinite(
		(_index: number, previous: WebhookMessagePage | null) =>
			previous && !previous.next
				? null
				: endpoint.messages.$path({
						param: { id },
						query: previous?.next ? { after: previous.next } : {},
					}),
		(path: string) => {
			const after = new URLSearchParams(path.split("?")[1]).get("after");
			return readJson(
				endpoint.messages.$get({ param: { id }, query: after === null ? {} : { after } }),
			);
		},
		{ dedupingInterval: 0 },
	);

export async function resendMessage(id: string) {
	const message = await readJson(messages[":id"].resend.$post({ param: { id } }));
	void refresh();
	return message;
}
