import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "@playwright/test";
import { test } from "./support/profiles.ts";
import { newToken } from "./support/tokens.ts";

// Uses the built Worker, whose bundler and minifier have also processed the protocol's library.
for (const revision of ["2025-11-25", "2026-07-28"])
	test(`a model makes, shows and deletes a share by the revision ${revision}`, async ({
		request,
		baseURL,
	}) => {
		const { token } = await newToken(request, ["shares:read", "shares:write"]);
		const isNewest = revision.startsWith("2026");
		const client = new Client(
			{ name: "tests", version: "1" },
			{ ...(isNewest && { versionNegotiation: { mode: "auto" as const } }) },
		);
		await client.connect(
			new StreamableHTTPClientTransport(new URL("/mcp", baseURL), {
				requestInit: { headers: { authorization: `Bearer ${token}` } },
			}),
		);
		expect(client.getNegotiatedProtocolVersion()).toBe(revision);
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toContain("delete_share");
		const call = async (name: string, input: Record<string, unknown>) => {
			const { isError, content, structuredContent } = await client.callTool({
				name,
				arguments: input,
			});
			expect(isError, JSON.stringify(content)).toBeFalsy();
			return structuredContent as Record<string, string>;
		};
		const files = [{ name: "notes.txt", text: "Made by a model" }];
		const { shareId, url } = await call("create_share", { title: "Notes", price: "3", files });
		expect((await request.get(String(url))).status()).toBe(200);
		expect(await call("show_share", { shareId })).toMatchObject({ title: "Notes", fileCount: 1 });
		const { confirmation } = await call("delete_share", { shareId });
		expect(await call("delete_share", { shareId, confirmation })).toEqual({ done: true });
		expect((await request.get(String(url))).status()).toBe(404);
		await client.close();
	});
