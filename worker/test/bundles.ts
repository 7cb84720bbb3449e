import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { CreatedShare, ShareResponse } from "../contract/shares.ts";
import { shares } from "../shares/tables.ts";
import { accessOf } from "./sale-helpers.ts";
import { makeShare } from "./sales.ts";
import { call, makeCreator, request, testCtx } from "./test-app.ts";

type Cookies = Record<string, string>;
type Fields = Parameters<typeof makeShare>[1];

/** Creates a bundle of shares as their creator, and returns its row. */
export async function bundleOf(
	creator: { cookies: Cookies },
	parts: readonly { slug: string }[],
	fields: object = {},
) {
	const response = await call(
		"POST",
		"/api/bundles",
		{ title: "All of it", price: "20.00", parts: parts.map(({ slug }) => slug), ...fields },
		creator.cookies,
	);
	expect(response.status).toBe(201);
	const { fileShare } = await response.json<CreatedShare>();
	const [share] = await testCtx().db.select().from(shares).where(eq(shares.id, fileShare.id));
	if (!share) throw new Error("no bundle made");
	return share;
}

/** A creator with a share for each of `parts`, and a bundle of them. */
export async function makeBundle(parts: readonly Fields[] = [{}, {}, {}], fields: object = {}) {
	const creator = await makeCreator();
	const made = await Promise.all(parts.map((part) => makeShare(creator.user.id, part)));
	return { creator, parts: made, bundle: await bundleOf(creator, made, fields) };
}

/** The page of a share as one viewer sees it. */
export async function pageOf({ slug }: { slug: string }, cookies: Cookies = {}) {
	const response = await request(`/api/file-shares/${slug}`, { cookies });
	expect(response.status).toBe(200);
	return response.json<ShareResponse>();
}

/** Whether the browser with these cookies may download each of the shares. */
export async function openOf(parts: readonly { id: string }[], cookies: Cookies) {
	const access = await Promise.all(parts.map((part) => accessOf(part, cookies)));
	return access.map((found) => found !== null);
}
