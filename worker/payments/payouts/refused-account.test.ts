import { expect, it } from "vitest";
import { queue } from "../../platform/tables.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { refusedAccount } from "./refused-account.ts";

it("marks the creator's pages stale", async () => {
	const { user } = await makeCreator();
	const { db, ...ctx } = testCtx();
	await db.batch([...refusedAccount({ db, ...ctx }, { creatorId: user.id, account: "acct_1" })]);
	const waiting = await db.select({ key: queue.key }).from(queue);
	expect(waiting).toContainEqual({ key: `pages:creator-${user.id}` });
});
