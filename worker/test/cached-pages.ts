import { eq } from "drizzle-orm";
import { forgetPages } from "../entrypoints.ts";
import { makeSharePreviews } from "../previews/make-share-previews.ts";
import { renditions } from "../previews/tables.ts";
import { makeFile } from "./files.ts";
import { halvesPng } from "./images.ts";
import { requestPage } from "./pages.ts";
import { makeSale, makeShare } from "./sales.ts";
import type { sharedCaches } from "./shared-cache.ts";
import { call, makeCreator, testCtx } from "./test-app.ts";

let pictures = 0;

/** A share on sale with a picture and its preview, its buyer, and another share sold by its link. */
export async function soldPicture() {
	const ctx = testCtx();
	const sale = await makeSale({ share: { title: "Evening light" } });
	const file = await makeFile(sale.share, halvesPng(400, 200 + 20 * pictures++), {
		originalName: "a.png",
		mimeType: "image/png",
		position: 1,
	});
	await makeSharePreviews(ctx, sale.share.id);
	const [rendition] = await ctx.db.select().from(renditions).where(eq(renditions.fileId, file.id));
	const delivery = await makeSale({ share: { saleMode: "link" } });
	return { ...sale, delivery, hash: rendition?.hash ?? "" };
}

/** What `offer` makes. */
export type Offer = Awaited<ReturnType<typeof offer>>;

/** A share with a text and a picture that has a preview. */
export async function offer(fields: Parameters<typeof makeShare>[1] = {}) {
	const creator = await makeCreator({ plan: "pro", emailVerifiedAt: 1 });
	const share = await makeShare(creator.user.id, { fileCount: 2, ...fields });
	const picture = await makeFile(share, halvesPng(400, 300), {
		originalName: "a.png",
		mimeType: "image/png",
		position: 1,
	});
	await makeSharePreviews(testCtx(), share.id);
	return { creator, share, picture };
}

/** The context of an event that no request causes, whose purges reach these caches. */
export const inside = (caches: ReturnType<typeof sharedCaches>) => {
	const entrypoint = {
		fetch: () => Promise.reject(new Error("not asked")),
		purge: async () => {
			forgetPages();
			return true;
		},
	};
	return testCtx({
		cached: () => ({
			pages: caches.place("pages", entrypoint),
			renditions: caches.place("renditions", entrypoint),
		}),
	});
};

/** The page as it comes to anonymous visitors. */
export const anonymous = async (slug: string) => (await requestPage(`/share/${slug}`)).text();

/** Changes the share as its creator. */
export const edit = (json: object) => (it: Offer) =>
	call("PATCH", `/api/file-shares/${it.share.slug}`, json, it.creator.cookies);
