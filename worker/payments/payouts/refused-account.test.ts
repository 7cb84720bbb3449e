import { expect, it } from "vitest";
import { cachePurges } from "../../platform/tables.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { refusedAccount } from "./refused-account.ts";

it("marks the creator's pages stale", async () => {
	const { user } = await makeCreator();
	const { db, ...ctx } = testCtx();
	await db.batch([...refusedAccount({ db, ...ctx }, { creatorId: user.id, account: "acct_1" })]);
	const purges = await db.select({ tag: cachePurges.tag }).from(cachePurges);
	expect(purges).toContainEqual({ tag: `creator-${user.id}` });
});
