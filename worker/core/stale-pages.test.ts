import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { clearUnverifiedAccount } from "../accounts/clear-unverified-account.ts";
import { deleteAccount } from "../accounts/delete-account.ts";
import { files } from "../catalogue/shares/tables.ts";
import { makeDuePreviews, makeSharePreviews } from "../files/previews/make-share-previews.ts";
import { renditions } from "../files/previews/tables.ts";
import { cleanupRows } from "../maintenance/cleanup-rows.ts";
import { runCachePurges } from "../platform/queue/cache-purges.ts";
import { enqueue } from "../platform/queue/queue.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { queue } from "../platform/tables.ts";
import { withCaches, withMemory } from "../test/fakes/entrypoints.ts";
import { beginCard, payCard, reportSuccess } from "../test/fakes/provider.ts";
import { sharedCaches } from "../test/fakes/shared-cache.ts";
import { anonymous, edit, inside, type Offer, offer } from "../test/fixtures/cached-pages.ts";
import { makeFile } from "../test/fixtures/files.ts";
import { convert, halvesPng } from "../test/fixtures/images.ts";
import { requestPage } from "../test/fixtures/pages.ts";
import { connect, purchaseOf, refund, status } from "../test/fixtures/sale-helpers.ts";
import type { makeShare } from "../test/fixtures/sales.ts";
import { call, putBytes, request, testCtx } from "../test/fixtures/test-app.ts";
import { begun, complete, put, SMALL } from "../test/fixtures/upload-helpers.ts";

const ctx = testCtx();
async function buy({ share }: Offer) {
	const { intentId, cookies } = await beginCard(share.slug);
	await payCard(intentId);
	await reportSuccess(intentId, cookies);
	return intentId;
}

const page = (handle: string) => ({ handle, line: null, links: [] });
const setPage = ({ creator }: Offer) =>
	call(
		"PUT",
		"/api/creator-page",
		page(`h${creator.user.id.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`.slice(0, 20)),
		creator.cookies,
	);
const setAvatar = async ({ creator }: Offer) =>
	request("/api/creator-page/avatar", {
		method: "PUT",
		cookies: creator.cookies,
		body: halvesPng(300, 300),
	});

type Change = {
	fields?: Parameters<typeof makeShare>[1];
	before?: (it: Offer) => Promise<unknown>;
	change: (it: Offer, inside: ReturnType<typeof testCtx>) => Promise<unknown>;
};

/** Everything that changes an anonymous visitor's page. */
const CHANGES: Record<string, Change> = {
	"another title": { change: edit({ title: "Winter light" }) },
	"another price": { change: edit({ price: "12.34" }) },
	"a description": { change: edit({ description: "Of one evening." }) },
	"an end of the sale": { change: edit({ selling: false }) },
	"another number of copies": { change: edit({ maxSales: 7 }) },
	"sharp previews": { change: edit({ images: "watermark" }) },
	"a file without a preview": {
		change: (it) => edit({ files: [{ id: it.picture.id, noPreview: true }] })(it),
	},
	"another order": {
		change: async (it) => {
			const rows = await ctx.db.select().from(files).where(eq(files.shareId, it.share.id));
			const order = rows.toSorted((a, b) => b.position - a.position).map(({ id }) => id);
			return edit({ order })(it);
		},
	},
	"a cover of its own": {
		change: async ({ share, creator }) => {
			const body = await convert(halvesPng(300, 300), "image/webp");
			return putBytes(`/api/file-shares/${share.slug}/pictures/cover`, body, creator.cookies);
		},
	},
	"a file less": {
		change: ({ share, creator, picture }) =>
			call(
				"POST",
				`/api/file-shares/${share.slug}/files/remove`,
				{ files: [picture.id] },
				creator.cookies,
			),
	},
	"a file more": {
		change: async ({ share, creator }) => {
			const more = [{ name: "more.txt", size: SMALL.length }];
			const upload = await begun(more, { addTo: share.slug }, creator);
			await put(upload, 0, 1, SMALL, { who: creator });
			return complete(upload, creator);
		},
	},
	"a preview that was due": {
		before: async ({ picture }) => {
			await ctx.db.delete(renditions).where(eq(renditions.fileId, picture.id));
			await ctx.db.batch([enqueue(ctx, "preview", { key: picture.id, dueAt: 0 })]);
		},
		change: (_, events) => makeDuePreviews(events),
	},
	"objects that are missing": {
		change: (_, events) => cleanupRows(events),
	},
	"the last copy sold": { fields: { maxSales: 1 }, change: buy },
	"the last copy given back": {
		fields: { maxSales: 1 },
		before: async (it) => Object.assign(it, { intentId: await buy(it) }),
		change: async (it) => {
			const { intentId } = it as Offer & { intentId: string };
			return refund(it.creator, (await purchaseOf(intentId)).id);
		},
	},
	"a link that opens": { fields: { saleMode: "link" }, change: buy },
	"a claim that is approved": {
		fields: { maxSales: 1 },
		before: ({ creator }) =>
			call("POST", "/api/setup-cashapp", { cashAppHandle: "$casey" }, creator.cookies),
		change: async ({ share, creator }) => {
			await call("POST", "/api/begin-direct-payment", { shareId: share.slug });
			await ctx.db.run(sql`update purchases set state = 'claimed', claimed_at = 1,
				buyer_email = 'b@example.test' where share_id = ${share.id}`);
			const [row] = await ctx.db.all<{ id: string }>(
				sql`select id from purchases where share_id = ${share.id}`,
			);
			return call("POST", `/api/direct-claims/${row?.id}/approve`, undefined, creator.cookies);
		},
	},
	"a deletion": {
		change: ({ share, creator }) =>
			call("DELETE", `/api/file-shares/${share.slug}?buyers=keep`, undefined, creator.cookies),
	},
	"another name": {
		change: ({ creator }) => call("PATCH", "/api/user", { displayName: "Mara" }, creator.cookies),
	},
	"a Cash App handle": {
		change: ({ creator }) =>
			call("POST", "/api/setup-cashapp", { cashAppHandle: "$casey" }, creator.cookies),
	},
	"a connected account": {
		before: ({ creator }) => connect(creator),
		change: ({ creator }) => status(creator),
	},
	"a page of the creator": { change: setPage },
	"a picture of the creator": { before: setPage, change: setAvatar },
	"no picture any more": {
		before: async (it) => [await setPage(it), await setAvatar(it)],
		change: ({ creator }) => call("DELETE", "/api/creator-page/avatar", undefined, creator.cookies),
	},
	"no page any more": {
		before: setPage,
		change: ({ creator }) => call("DELETE", "/api/creator-page", undefined, creator.cookies),
	},
	"an account that its owner takes over": {
		before: ({ creator }) =>
			ctx.db.run(sql`update users set email_verified_at = null,
			display_name = 'Somebody' where id = ${creator.user.id}`),
		change: ({ creator }, events) => clearUnverifiedAccount(events, creator.user.id),
	},
	"an account that is deleted": {
		before: async ({ creator }) => {
			const hash = await hashPassword("correct horse");
			return ctx.db.run(
				sql`update users set password_hash = ${hash} where id = ${creator.user.id}`,
			);
		},
		change: ({ creator }, events) =>
			deleteAccount(
				{ ...events, credentials: creator.ctx.credentials, user: creator.user },
				{
					password: "correct horse",
				},
			),
	},
};

/** With both the platform's cache and this isolate's memory behind it. */
const withBoth = (caches: ReturnType<typeof sharedCaches>, work: () => Promise<void>) =>
	withMemory(() => withCaches(caches.place, work));

describe("a cached page is forgotten after", () => {
	it.each(Object.entries(CHANGES))("%s", async (_, { fields, before, change }) => {
		const made = await offer(fields);
		await before?.(made);
		const caches = sharedCaches({ delayMs: 0 });
		const { slug } = made.share;
		await withBoth(caches, async () => {
			const old = await anonymous(slug);
			expect(await anonymous(slug)).toBe(old);
			expect(caches.pages.asked).toHaveLength(1);
			const events = inside(caches);
			const response = await change(made, events);
			if (response instanceof Response) expect(response.status).toBeLessThan(300);
			else await runCachePurges(events);
			const shown = await anonymous(slug);
			expect(shown).not.toBe(old);
			expect(shown).toBe(
				await withCaches(
					(_, entrypoint) => entrypoint,
					() => anonymous(slug),
				),
			);
			const left = await ctx.db.select().from(queue).where(eq(queue.kind, "cache-purge"));
			expect(left.filter(({ key }) => key.includes(made.share.id))).toEqual([]);
		});
	});
});

describe("a cached rendition is forgotten after", () => {
	// G16
	it.each(["a deletion", "a file less", "an account that is deleted"])("%s", async (name) => {
		const { change, before } = CHANGES[name] as Change;
		// A unique picture, since another share with the same one would still show it.
		const made = await offer();
		const bytes = halvesPng(320, 100 + name.length);
		const file = await makeFile(made.share, bytes, {
			originalName: "b.png",
			mimeType: "image/png",
			position: 2,
		});
		await makeSharePreviews(ctx, made.share.id);
		const [row] = await ctx.db.select().from(renditions).where(eq(renditions.fileId, file.id));
		await before?.(made);
		const caches = sharedCaches({ delayMs: 0 });
		await withCaches(caches.place, async () => {
			const path = `/api/renditions/${row?.hash}`;
			expect((await requestPage(path)).status).toBe(200);
			const events = inside(caches);
			await change({ ...made, picture: file }, events);
			await runCachePurges(events);
			expect((await requestPage(path)).status).toBe(404);
		});
	});
});
