import { type BodyOf, client } from "../client.ts";

const { support } = client.api;

/** Sends a question to the operator. Throws ApiFailure. */
export const sendSupportRequest = (
	json: BodyOf<typeof support.$post>,
	headers: Record<string, string>,
) => support.$post({ json }, { headers });
