import { type BodyOf, client, readJson } from "../client.ts";

const { reports, support } = client.api;

export const sendSupportRequest = (
	json: BodyOf<typeof support.$post>,
	headers: Record<string, string>,
) => support.$post({ json }, { headers });

export const sendReport = (json: BodyOf<typeof reports.$post>, headers: Record<string, string>) =>
	readJson(reports.$post({ json }, { headers }));
