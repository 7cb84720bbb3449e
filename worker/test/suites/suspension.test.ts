import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { User } from "../../accounts/contract.ts";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { users } from "../../core/tables.ts";
import { makeFile } from "../fixtures/files.ts";
import { codeOf } from "../fixtures/restrictions.ts";
import { makeSale, makeShare } from "../fixtures/sales.ts";
import { call, request, testCtx } from "../fixtures/test-app.ts";

const TEXT = { originalName: "a.txt", mimeType: "text/plain" };

async function suspended() {
	const sale = await makeSale();
	const file = await makeFile(
		sale.share,
		Uint8Array.from(new TextEncoder().encode("the original")),
		TEXT,
	);
	await testCtx()
		.db.update(users)
		.set({ suspendedAt: 1 })
		.where(eq(users.id, sale.creator.user.id));
	return { ...sale, file };
}

describe("while a creator is suspended", () => {
	// G6
	it("buyers keep their files", async () => {
		const { file, buyer } = await suspended();
		const response = await request(`/api/files/${file.id}/download`, { cookies: buyer.cookies });
		expect(await response.text()).toBe("the original");
	});

	it("nothing is sold, and the page says so", async () => {
		const { creator } = await suspended();
		const share = await makeShare(creator.user.id);
		const page = await (await call("GET", `/api/file-shares/${share.slug}`)).json<ShareResponse>();
		expect(page.fileShare.selling).toBe(false);
		for (const path of ["/api/create-payment-intent", "/api/begin-direct-payment"]) {
			const response = await call("POST", path, { shareId: share.slug });
			expect([response.status, await codeOf(response)]).toEqual([409, "share.not_for_sale"]);
		}
	});

	// G6
	it("uploads, edits and the own page are refused", async () => {
		const { creator, share } = await suspended();
		const { cookies } = creator;
		const upload = { title: "x", price: "5.00", files: [{ name: "a.txt", size: 1, path: "" }] };
		const responses = [
			await call("POST", "/api/uploads", upload, cookies),
			await call("POST", "/api/uploads/any/complete", {}, cookies),
			await call("POST", "/api/file-shares", {}, cookies),
			await call("PATCH", `/api/file-shares/${share.slug}`, { title: "Other" }, cookies),
			await call("PUT", "/api/creator-page", { handle: "casey", links: [] }, cookies),
		];
		for (const response of responses)
			expect([response.status, await codeOf(response)]).toEqual([403, "account.suspended"]);
	});

	it("the names that buyers read stay, and the language of mails can be changed", async () => {
		const { creator } = await suspended();
		const { cookies } = creator;
		for (const names of [{ displayName: "Other" }, { firstName: "Other" }, { lastName: null }]) {
			const response = await call("PATCH", "/api/user", { ...names, locale: "de" }, cookies);
			expect([response.status, await codeOf(response)]).toEqual([403, "account.suspended"]);
		}
		const changed = await call("PATCH", "/api/user", { locale: "de" }, cookies);
		expect(await changed.json()).toMatchObject({ ...creator.user, suspended: true, locale: "de" });
	});

	it("the creator can still sign in, see the account, export it and stop sales by deleting", async () => {
		const { creator, share } = await suspended();
		const { cookies } = creator;
		const me = await call("GET", "/api/user", undefined, cookies);
		expect((await me.json<User>()).suspended).toBe(true);
		for (const path of ["/api/account/export", "/api/my-file-shares", "/api/sales.csv"])
			expect((await call("GET", path, undefined, cookies)).status).toBe(200);
		const removed = await call("DELETE", `/api/file-shares/${share.slug}`, undefined, cookies);
		expect(removed.status).toBe(204);
	});

	it("everything is as before once the suspension is lifted", async () => {
		const { creator } = await suspended();
		const share = await makeShare(creator.user.id);
		await testCtx()
			.db.update(users)
			.set({ suspendedAt: null })
			.where(eq(users.id, creator.user.id));
		const response = await call("POST", "/api/create-payment-intent", { shareId: share.slug });
		expect(response.status).toBe(200);
	});
});

it("a share removed by a legal order answers with 451 wherever one taken down answers 410", async () => {
	const { share, buyer } = await makeSale();
	const file = await makeFile(
		share,
		Uint8Array.from(new TextEncoder().encode("the original")),
		TEXT,
	);
	const paths = [
		`/api/file-shares/${share.slug}`,
		`/share/${share.slug}`,
		`/api/files/${file.id}/download`,
		`/api/files/${file.id}/preview`,
		`/api/file-shares/${share.slug}/download-all-assets`,
	];
	for (const [legalOrder, status] of [
		[false, 410],
		[true, 451],
	] as const) {
		await testCtx()
			.db.update(shares)
			.set({ status: "taken_down", legalOrder })
			.where(eq(shares.id, share.id));
		for (const path of paths) {
			const response = await request(path, { cookies: buyer.cookies });
			expect([path, response.status]).toEqual([path, status]);
			expect(await response.text()).not.toContain("the original");
		}
	}
});
