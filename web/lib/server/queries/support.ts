import { type BodyOf, client, readJson } from "../client.ts";

const { reports, support } = client.api;

/** Sends a question to the operator. Throws ApiFailure. */
export const sendSupportRequest = (
	json: BodyOf<typeof support.$post>,
	headers: Record<string, string>,
) => support.$post({ json }, { headers });

/** Reports a share to the operator; the response has the number of the case. Throws ApiFailure. */
export const sendReport = (json: BodyOf<typeof reports.$post>, headers: Record<string, string>) =>
	readJson(reports.$post({ json }, { headers }));
