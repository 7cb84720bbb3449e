import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../contract/errors.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { type DraftDetails, MAX_DRAFTS, type ShareDraft } from "./contract.ts";
import { drafts } from "./tables.ts";

type Cookies = Record<string, string>;
const DETAILS: DraftDetails = {
	title: "Not ready",
	description: "A few words",
	licence: "For private use",
	pricing: "fixed",
	price: "9.",
	suggestedPrice: "",
	asksAddress: true,
	singles: null,
	choosing: null,
	saleMode: "each",
	maxSales: "",
	samplesMarked: false,
	preview: { images: "watermark", clip: "60" },
};
const save = (cookies: Cookies, id: string, details: Partial<DraftDetails> = {}) =>
	call("PUT", `/api/drafts/${id}`, { ...DETAILS, ...details }, cookies);
const list = async (cookies: Cookies) =>
	(await call("GET", "/api/drafts", undefined, cookies)).json<ShareDraft[]>();

describe("drafts", () => {
	it("keep typed text unchanged until they are discarded, in every browser of their creator", async () => {
		const { cookies } = await makeCreator();
		expect((await save(cookies, "draft-one")).status).toBe(200);
		await save(cookies, "draft-two", { title: "The second" });
		await save(cookies, "draft-one", { title: "Nearly ready" });
		const found = await list(cookies);
		expect(found.map(({ id, details }) => [id, details.title]).toSorted()).toEqual([
			["draft-one", "Nearly ready"],
			["draft-two", "The second"],
		]);
		expect(found.find(({ id }) => id === "draft-one")?.details).toEqual({
			...DETAILS,
			title: "Nearly ready",
		});
		for (let n = 0; n < 2; n++)
			expect((await call("DELETE", "/api/drafts/draft-one", undefined, cookies)).status).toBe(204);
		expect((await list(cookies)).map(({ id }) => id)).toEqual(["draft-two"]);
	});

	it("keeps creators' drafts apart, even under the same id", async () => {
		const [one, other] = [await makeCreator(), await makeCreator()];
		await save(one.cookies, "the-same-id", { title: "Mine" });
		await save(other.cookies, "the-same-id", { title: "Theirs" });
		await call("DELETE", "/api/drafts/the-same-id", undefined, other.cookies);
		expect((await list(one.cookies)).map(({ details }) => details.title)).toEqual(["Mine"]);
		expect(await list(other.cookies)).toEqual([]);
	});

	it("limits the number of drafts, even of concurrent ones", async () => {
		const { cookies } = await makeCreator();
		const answers = await Promise.all(
			Array.from({ length: MAX_DRAFTS + 5 }, (_, n) => save(cookies, `draft-number-${n}`)),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_DRAFTS);
		const refused = answers.find(({ status }) => status !== 200);
		expect((await refused?.json<ErrorBody>())?.code).toBe("draft.too_many");
		const [{ id = "" } = {}] = await list(cookies);
		expect((await save(cookies, id, { title: "Changed" })).status).toBe(200);
	});

	it("go with the account", async () => {
		const { cookies, user, ctx } = await makeCreator();
		await save(cookies, "draft-one");
		await ctx.handlers.reclaimAccount(ctx, user);
		const rows = await testCtx().db.select().from(drafts).where(eq(drafts.creatorId, user.id));
		expect(rows).toEqual([]);
	});
});

it("copies the text, price and settings of the creator's own share", async () => {
	const { cookies, user } = await makeCreator();
	const share = await makeShare(user.id, {
		title: "Sunset set",
		description: "Forty pictures",
		priceCents: 1250,
		maxSales: 7,
		imagePreview: "watermark",
		clipPreview: "whole",
		samplesMarked: false,
	});
	const path = `/api/file-shares/${share.slug}/duplicate`;
	const made = await call("POST", path, undefined, cookies);
	expect(made.status).toBe(201);
	const draft = await made.json<ShareDraft>();
	expect(draft.details).toEqual({
		title: "Sunset set",
		description: "Forty pictures",
		price: "12.50",
		saleMode: "each",
		licence: "",
		pricing: "fixed",
		suggestedPrice: "",
		singles: null,
		choosing: null,
		asksAddress: true,
		maxSales: "7",
		samplesMarked: false,
		preview: { images: "watermark", clip: "whole" },
	});
	expect(await list(cookies)).toEqual([draft]);
	const stranger = await makeCreator();
	expect((await call("POST", path, undefined, stranger.cookies)).status).toBe(404);
});
