import {
	type CallToolResult,
	Client,
	StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { ORIGIN, request } from "./test-app.ts";

type Options = {
	/** the revision of 2026-07-28 instead of the ones with `initialize` */
	isNewest?: boolean;
	/** what the person answers to the server's question; without one the client cannot ask */
	onQuestion?: (message: string) => {
		action: "accept" | "decline";
		content?: { confirm: boolean };
	};
	headers?: Record<string, string>;
};

/** Does something with the protocol's own client, connected to the whole app with an access token. */
export async function withClient<T>(
	token: string,
	work: (client: Client) => Promise<T>,
	{ isNewest = false, onQuestion, headers = {} }: Options = {},
): Promise<T> {
	const client = new Client(
		{ name: "tests", version: "1.0.0" },
		{
			capabilities: { ...(onQuestion && { elicitation: { form: {} } }) },
			...(isNewest && { versionNegotiation: { mode: "auto" as const } }),
		},
	);
	if (onQuestion)
		client.setRequestHandler("elicitation/create", ({ params }) => onQuestion(params.message));
	const transport = new StreamableHTTPClientTransport(new URL("/mcp", ORIGIN), {
		requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
		fetch: (url, init) => request(new URL(String(url)).pathname, init),
	});
	await client.connect(transport);
	try {
		return await work(client);
	} finally {
		await client.close();
	}
}

/** Calls one tool. */
export const callTool = (
	token: string,
	name: string,
	input: Record<string, unknown> = {},
	options: Options = {},
): Promise<CallToolResult> =>
	withClient(token, (client) => client.callTool({ name, arguments: input }), options);

/** Returns the code of a tool's error; null where it is none. */
export function errorOf(result: CallToolResult): string | null {
	if (!result.isError) return null;
	const error = result._meta?.["tillbox/error"] as { code: string } | undefined;
	return error?.code ?? "unknown";
}
