import { randomBytes } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { openScreen } from "./page-checks.ts";
import { note, type SampleFile } from "./sample-files.ts";

export const PASSWORD = "zebra8fjord";

/** Browsers send it with requests from our own page; the server requires it with cookies. */
export const OWN_PAGE = { "sec-fetch-site": "same-origin" };

export function freshEmail(who = "creator"): string {
	return `${who}-${randomBytes(6).toString("hex")}@example.test`;
}

export function freshHandle(who = "creator"): string {
	return `${who}-${randomBytes(6).toString("hex")}`;
}

/** The request context keeps the session's cookie. */
export async function registerCreator(
	request: APIRequestContext,
	fields: Record<string, string> = {},
): Promise<{ email: string }> {
	const email = freshEmail();
	const response = await request.post("/api/register", {
		headers: OWN_PAGE,
		data: {
			email,
			password: PASSWORD,
			plan: "free",
			firstName: "Ada",
			lastName: "Meyer",
			...fields,
		},
	});
	expect(response.status(), await response.text()).toBe(201);
	return { email };
}

/** In the form that is shown. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
	await openScreen(page, "/dashboard");
	await page.getByRole("button", { name: "Log out" }).click();
	// The dashboard may have the same address, so only the visitor's page shows it.
	await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
}

type ShareFields = { title?: string; price?: string; files?: SampleFile[] };

/** In a single request. Publishing waits three seconds for previews of pictures, a busy machine for those of a job. */
export async function publishShare(
	request: APIRequestContext,
	{ title = "A small set", price = "9.99", files = [note("a.txt")] }: ShareFields = {},
): Promise<string> {
	const form = new FormData();
	form.set("title", title);
	form.set("price", price);
	for (const { name, mimeType, buffer, folder = "" } of files) {
		form.append("files", new File([new Uint8Array(buffer)], name, { type: mimeType }));
		form.append("folderPaths", folder);
	}
	const response = await request.post("/api/file-shares", {
		headers: OWN_PAGE,
		multipart: form,
	});
	expect(response.status(), await response.text()).toBe(201);
	const { fileShare }: ShareResponse = await response.json();
	const unseen = async () => {
		const shown = await readShare(request, fileShare.shareId);
		return shown.files
			.filter(({ icon, preview }) => icon === "image" && preview === null)
			.map(({ originalName }) => originalName);
	};
	if (files.some(({ mimeType }) => mimeType.startsWith("image/")))
		await expect.poll(unseen, { timeout: 120_000 }).toEqual([]);
	return fileShare.shareId;
}

/** By its slug or link. */
export async function readShare(request: APIRequestContext, share: string): Promise<ShareResponse> {
	return (await request.get(`/api/file-shares/${share.split("/").at(-1)}`)).json();
}

export async function addDiscount(
	request: APIRequestContext,
	data: Record<string, unknown>,
): Promise<void> {
	const response = await request.post("/api/discounts", { headers: OWN_PAGE, data });
	expect(response.status(), await response.text()).toBe(201);
}
