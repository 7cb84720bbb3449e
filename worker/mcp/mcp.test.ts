import { expect, it } from "vitest";
import { storeToken } from "../test/access-tokens.ts";
import { callTool, withClient } from "../test/mcp.ts";
import { makeShare } from "../test/sales.ts";
import { makeCreator } from "../test/test-app.ts";

it.each([false, true])("lists shares (newest revision: %s)", async (isNewest) => {
	const { user } = await makeCreator();
	const share = await makeShare(user.id, { title: "Notes" });
	const { token } = await storeToken(user.id, ["shares:read"]);
	const list = await withClient(token, (client) => client.listTools(), { isNewest });
	console.log(
		JSON.stringify(list).length,
		list.tools.map(({ name }) => name),
	);
	const result = await callTool(token, "list_shares", {}, { isNewest });
	expect(result.structuredContent).toMatchObject({ shares: [{ shareId: share.slug }], total: 1 });
});
