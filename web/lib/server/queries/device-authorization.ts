import { type BodyOf, client, readJson } from "../client.ts";
import { refreshAccessTokens } from "./access-tokens.ts";

const { device } = client.api;

/** Returns what the program with this code asks for. Throws ApiFailure. */
export const lookUpDevice = (json: BodyOf<typeof device.lookup.$post>) =>
	readJson(device.lookup.$post({ json }));

/** Lets a program have a token, or refuses it. Throws ApiFailure. */
export async function decideDevice(json: BodyOf<typeof device.decision.$post>): Promise<void> {
	await device.decision.$post({ json });
	void refreshAccessTokens();
}
