import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
	MAX_TEMPLATES,
	type ShareTemplate,
	type TemplateDetails,
} from "../../contract/catalogue/templates.ts";
import { codeOf } from "../../test/fixtures/restrictions.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { templates } from "./tables.ts";

type Cookies = Record<string, string>;
const DETAILS: TemplateDetails = {
	description: "Forty pictures",
	licence: "For private use only.\n\nNo resale.",
	pricing: "chosen",
	price: "5.00",
	suggestedPrice: "8.00",
	asksAddress: true,
	saleMode: "each",
	maxSales: "10",
	preview: { images: "watermark", clip: "60" },
};
const create = (cookies: Cookies, name: string, details: Partial<TemplateDetails> = {}) =>
	call("POST", "/api/templates", { name, details: { ...DETAILS, ...details } }, cookies);
const made = async (cookies: Cookies, name: string) =>
	(await create(cookies, name)).json<ShareTemplate>();
const list = async (cookies: Cookies) =>
	(await call("GET", "/api/templates", undefined, cookies)).json<ShareTemplate[]>();

describe("templates", () => {
	it("keep description, licence and settings under a name; are replaced, renamed and deleted", async () => {
		const { cookies } = await makeCreator();
		const response = await create(cookies, "  Prints ");
		expect(response.status).toBe(201);
		const prints = await response.json<ShareTemplate>();
		expect(prints).toMatchObject({ name: "Prints", details: DETAILS });
		await create(cookies, "Albums");
		expect((await list(cookies)).map(({ name }) => name)).toEqual(["Albums", "Prints"]);

		const path = `/api/templates/${prints.id}`;
		await call("PUT", path, { ...DETAILS, price: "7.00" }, cookies);
		await call("PATCH", path, { name: "Large prints" }, cookies);
		const [, changed] = await list(cookies);
		expect(changed).toMatchObject({ name: "Large prints", details: { ...DETAILS, price: "7.00" } });

		for (let n = 0; n < 2; n++)
			expect((await call("DELETE", path, undefined, cookies)).status).toBe(204);
		expect((await list(cookies)).map(({ name }) => name)).toEqual(["Albums"]);
		expect(await codeOf(await call("PATCH", path, { name: "Gone" }, cookies))).toBe(
			"template.not_found",
		);
	});

	it("are made of a share, with the licence that buyers of it get", async () => {
		const { cookies, user } = await makeCreator();
		const share = await makeShare(user.id, { priceCents: 1250, description: "Forty pictures" });
		await call("PATCH", `/api/file-shares/${share.slug}`, { licence: "No resale" }, cookies);
		const path = `/api/file-shares/${share.slug}/template`;
		const response = await call("POST", path, { name: "Like the sunset set" }, cookies);
		expect(response.status).toBe(201);
		expect((await response.json<ShareTemplate>()).details).toEqual({
			description: "Forty pictures",
			licence: "No resale",
			pricing: "fixed",
			price: "12.50",
			suggestedPrice: "",
			asksAddress: true,
			saleMode: "each",
			maxSales: "",
			preview: { images: "blur", clip: "30" },
		});
		const stranger = await makeCreator();
		expect((await call("POST", path, { name: "Mine" }, stranger.cookies)).status).toBe(404);
		expect(await list(stranger.cookies)).toEqual([]);
	});

	it("have names that a creator uses once, and that say something", async () => {
		const { cookies } = await makeCreator();
		const other = await makeCreator();
		await create(cookies, "Prints");
		expect(await codeOf(await create(cookies, "Prints"))).toBe("template.taken");
		expect((await create(other.cookies, "Prints")).status).toBe(201);
		const albums = await made(cookies, "Albums");
		const renamed = await call("PATCH", `/api/templates/${albums.id}`, { name: "Prints" }, cookies);
		expect(await codeOf(renamed)).toBe("template.taken");
		for (const name of ["", " \u200b ", "x".repeat(81)])
			expect((await create(cookies, name)).status, name).toBe(400);
		expect((await create(cookies, "Long", { licence: "x".repeat(10_001) })).status).toBe(400);
	});

	it("can't be read, changed, renamed or deleted by another creator", async () => {
		const { cookies } = await makeCreator();
		const stranger = await makeCreator();
		const template = await made(cookies, "Prints");
		const path = `/api/templates/${template.id}`;
		expect(await list(stranger.cookies)).toEqual([]);
		expect((await call("PUT", path, DETAILS, stranger.cookies)).status).toBe(404);
		expect((await call("PATCH", path, { name: "Theirs" }, stranger.cookies)).status).toBe(404);
		await call("DELETE", path, undefined, stranger.cookies);
		expect(await list(cookies)).toEqual([template]);
		expect((await call("GET", "/api/templates")).status).toBe(401);
	});

	it("are limited in number, also when many are made at once", async () => {
		const { cookies } = await makeCreator();
		const answers = await Promise.all(
			Array.from({ length: MAX_TEMPLATES + 5 }, (_, n) => create(cookies, `Number ${n}`)),
		);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_TEMPLATES);
		const refused = answers.find(({ status }) => status !== 201);
		expect(refused && (await codeOf(refused))).toBe("template.too_many");
	});

	it("go with the account", async () => {
		const { cookies, user, ctx } = await makeCreator();
		await create(cookies, "Prints");
		for (const handler of ctx.handlers.onAccountReclaim) await handler(ctx, user.id);
		const rows = await testCtx()
			.db.select()
			.from(templates)
			.where(eq(templates.creatorId, user.id));
		expect(rows).toEqual([]);
	});
});
