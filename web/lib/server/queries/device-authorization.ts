import { type BodyOf, client, readJson } from "../client.ts";
import { refreshAccessTokens } from "./access-tokens.ts";

const { device } = client.api;

export const lookUpDevice = (json: BodyOf<typeof device.lookup.$post>) =>
	readJson(device.lookup.$post({ json }));

export async function decideDevice(json: BodyOf<typeof device.decision.$post>): Promise<void> {
	await device.decision.$post({ json });
	void refreshAccessTokens();
}
